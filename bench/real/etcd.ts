import { kindOf, pluralOf } from "../../src/kubernetes/index.ts";
import type { BuiltIn } from "../../src/object-store/protobuf/kinds/index.ts";

/** An object as the API server keeps it. */
export interface Kept {
  readonly key: string;
  readonly value: Buffer;
}

/** etcd takes 128 at a time, unless told otherwise. */
const atOnce = 100;

/** Writes them over etcd's own gateway: an API server that reads them cannot tell who did. */
export async function keep(etcd: string, all: Iterable<Kept>): Promise<number> {
  let waiting: Kept[] = [];
  let count = 0;
  for (const kept of all) {
    waiting.push(kept);
    if (waiting.length < atOnce) continue;
    count += await put(etcd, waiting);
    waiting = [];
  }
  return count + (await put(etcd, waiting));
}

async function put(etcd: string, some: readonly Kept[]): Promise<number> {
  if (some.length === 0) return 0;
  const success = some.map(({ key, value }) => ({
    requestPut: { key: Buffer.from(key).toString("base64"), value: value.toString("base64") },
  }));
  const answer = await fetch(`${etcd}/v3/kv/txn`, { method: "POST", body: JSON.stringify({ success }) });
  if (!answer.ok) throw new Error(`etcd: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  return some.length;
}

/** kubernetes/kubernetes pkg/registry/core/rest/storage_core.go and pkg/kubeapiserver/default_storage_factory_builder.go SpecialDefaultResourcePrefixes (v1.36): where the name in etcd is another. */
const folders: Partial<Record<BuiltIn, string>> = { "v1/nodes": "minions" };

export function keyOf(resource: BuiltIn, { name, namespace }: { name: string; namespace?: string }): string {
  const folder = folders[resource] ?? pluralOf(resource);
  return kindOf(resource).namespaced
    ? `/registry/${folder}/${namespace}/${name}`
    : `/registry/${folder}/${name}`;
}
