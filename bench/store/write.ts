import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiVersionOf, kindOf, pluralOf } from "../../src/kubernetes/index.ts";
import type { BuiltIn } from "../../src/object-store/protobuf/kinds/index.ts";
import type { Wishes } from "../generator/cluster.ts";
import { generate } from "../generator/cluster.ts";
import { present } from "../generator/moment.ts";
import type { Catalog, CatalogKind } from "./catalog.ts";
import { discovery, rootOf, served } from "./discovery.ts";
import { encoded } from "./encoded.ts";
import { KindFile } from "./kind-file.ts";

/** Writes a cluster of so many pods to a folder, for the server. */
export function writeStore(folder: string, wishes: Wishes): Catalog {
  mkdirSync(folder, { recursive: true });
  const files = new Map(served.map((resource) => [resource, new KindFile(join(folder, fileOf(resource)))]));
  const { items, expected } = generate(wishes);
  let namespace: string | undefined;
  for (const item of items) {
    const object = encoded(item);
    if (object.resource === "v1/pods" && object.namespace !== namespace) {
      namespace = object.namespace;
      files.get("v1/pods")?.flush();
    }
    files.get(object.resource)?.add(object);
  }
  for (const file of files.values()) file.close();
  const catalog: Catalog = {
    Date: new Date(present).toUTCString(),
    ResourceVersion: "10000000",
    Kinds: served.map(kindIn),
    Documents: discovery(),
    Counts: each(files, ({ count }) => count),
    Bytes: each(files, ({ json, protobuf }) => ({ json, protobuf })),
    Expected: expected,
  };
  writeFileSync(join(folder, "catalog.json"), JSON.stringify(catalog));
  return catalog;
}

function kindIn(resource: BuiltIn): CatalogKind {
  const { kind, namespaced } = kindOf(resource);
  return {
    Resource: resource,
    Root: rootOf(resource),
    Plural: pluralOf(resource),
    APIVersion: apiVersionOf(resource),
    Kind: kind,
    Namespaced: namespaced,
    File: fileOf(resource),
  };
}

function fileOf(resource: string): string {
  return resource.replaceAll("/", "_");
}

function each<T>(
  files: ReadonlyMap<string, KindFile>,
  of: (file: KindFile) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries([...files].map(([resource, file]) => [resource, of(file)]));
}
