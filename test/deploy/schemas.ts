/** JSON schemas for kubeconform, made of what Kubernetes and the Prometheus Operator publish in their Go modules. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { moduleFolder } from "../cluster/binaries/module-folder.ts";
import { kubernetesModule, kubernetesVersions, prometheusOperatorModule } from "../cluster/versions.ts";

interface Schema {
  readonly [field: string]: unknown;
}

interface Definitions {
  readonly [name: string]: Schema & {
    readonly "x-kubernetes-group-version-kind"?: readonly Readonly<
      Record<"group" | "version" | "kind", string>
    >[];
  };
}

/** Writes the schema of each kind to `FOLDER/KIND.json`. */
export async function writeSchemas(folder: string, wanted: ReadonlySet<string>): Promise<void> {
  const kubernetes = await moduleFolder(kubernetesModule(kubernetesVersions[0]));
  const openApi = join(kubernetes.Dir, "api", "openapi-spec", "swagger.json");
  const { definitions } = JSON.parse(readFileSync(openApi, "utf8")) as { readonly definitions: Definitions };
  const strict = Object.fromEntries(
    Object.entries(definitions).map(([name, each]) => [name, strictly(each)]),
  );
  for (const [name, { "x-kubernetes-group-version-kind": kinds = [] }] of Object.entries(definitions))
    for (const { group, version, kind } of kinds) {
      const apiVersion = group === "" ? version : `${group}/${version}`;
      if (!wanted.has(`${apiVersion} ${kind}`)) continue;
      write(folder, kind, { $ref: `#/definitions/${name}`, definitions: reachable(name, strict) });
    }
  const operator = await moduleFolder(prometheusOperatorModule);
  const crds = join(operator.Dir, "example", "prometheus-operator-crd");
  for (const file of readdirSync(crds)) {
    const { spec } = load(readFileSync(join(crds, file), "utf8")) as Crd;
    for (const { name, schema } of spec.versions)
      if (wanted.has(`${spec.group}/${name} ${spec.names.kind}`))
        write(folder, spec.names.kind, strictly(schema.openAPIV3Schema) as Schema);
  }
}

interface Crd {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly schema: { readonly openAPIV3Schema: Schema };
    }[];
  };
}

function write(folder: string, kind: string, schema: Schema): void {
  writeFileSync(join(folder, `${kind.toLowerCase()}.json`), JSON.stringify(schema));
}

/** No field that the schema does not name. */
function strictly(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strictly);
  if (typeof schema !== "object" || schema === null) return schema;
  const { format, type, ...others } = schema as Schema;
  const inside = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, strictly(value)]));
  const kind =
    format === "int-or-string" ? { type: ["integer", "string"] } : type === undefined ? {} : { type };
  const isClosed =
    typeof others.properties === "object" &&
    !("additionalProperties" in others) &&
    !("x-kubernetes-preserve-unknown-fields" in others) &&
    type === "object";
  return { ...inside, ...kind, ...(isClosed ? { additionalProperties: false } : {}) };
}

/** The definition, and those that it refers to. */
function reachable(name: string, all: Readonly<Record<string, unknown>>): Schema {
  const found = new Map<string, unknown>();
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.set(next, all[next]);
    const refs = JSON.stringify(all[next]).matchAll(/"#\/definitions\/([^"]+)"/g);
    waiting.push(...[...refs].map(([, ref = ""]) => ref));
  }
  return Object.fromEntries(found);
}
