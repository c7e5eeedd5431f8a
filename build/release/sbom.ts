/** What is in the executables: pvguard, the libraries in its bundle, Node.js, and the libraries in that. */
import { execFileSync } from "node:child_process";
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import { PackageURL } from "packageurl-js";
import type { BundledPackage } from "../notices.ts";

interface Contents {
  /** Of pvguard, without a `v`. */
  readonly version: string;
  readonly packages: readonly BundledPackage[];
  /** The paths of the Node.js that are inside, as they can be run here. */
  readonly nodes: readonly string[];
}

/** A CycloneDX 1.6 document in JSON. It has no time and no serial number: the same contents give the same bytes. */
export function sbom({ version, packages, nodes }: Contents): string {
  const pvguard = component(Enums.ComponentType.Application, "npm", "kubectl-pvguard", version, "Apache-2.0");
  const libraries = packages.map((each) =>
    component(Enums.ComponentType.Library, "npm", each.name, each.version, each.license),
  );
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: pvguard }) });
  for (const each of [...nodes.map(nodejs), ...libraries]) {
    bom.components.add(each);
    pvguard.dependencies.add(each.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function nodejs(path: string): Models.Component {
  const versions = versionsIn(path);
  const version = versions.get("node") ?? "";
  const made = component(Enums.ComponentType.Platform, "generic", "node", version, "MIT");
  for (const [name, its] of versions)
    if (name !== "node")
      made.components.add(component(Enums.ComponentType.Library, "generic", name, its, ""));
  return made;
}

function component(
  type: Enums.ComponentType,
  from: "npm" | "generic",
  name: string,
  version: string,
  license: string,
): Models.Component {
  const [scope, short = name] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const purl = new PackageURL(from, scope, short, version).toString();
  const made = new Models.Component(type, name, { version, purl, bomRef: purl });
  if (license !== "") made.licenses.add(new Models.LicenseExpression(license));
  return made;
}

/** Numbers of interfaces are no versions of a library, and neither is nothing. */
const interfaces: ReadonlySet<string> = new Set(["modules", "napi"]);

function versionsIn(node: string): ReadonlyMap<string, string> {
  const text = execFileSync(node, ["-p", "JSON.stringify(process.versions)"], { encoding: "utf8" });
  const versions = Object.entries(JSON.parse(text) as Readonly<Record<string, string>>);
  return new Map(versions.filter(([name, version]) => version !== "" && !interfaces.has(name)));
}
