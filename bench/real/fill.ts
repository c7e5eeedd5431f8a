import { apiVersionOf, kindOf } from "../../src/kubernetes/index.ts";
import type { BuiltIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { envelope } from "../../test/support/protobuf/encode.ts";
import { generate } from "../generator/cluster.ts";
import type { Expected, Item } from "../generator/item.ts";
import { present } from "../generator/moment.ts";
import { encodeWhole } from "../protobuf/index.ts";
import type { Kept } from "./etcd.ts";
import { keep, keyOf } from "./etcd.ts";
import { moved } from "./moved.ts";

/** The API server registers its own. */
const own: readonly BuiltIn[] = ["apiregistration.k8s.io/v1/apiservices"];

interface Filled {
  readonly objects: number;
  readonly expected: readonly Expected[];
}

/** A generated cluster of so many pods, as the API server would have stored it, as of now. */
export async function fill(etcd: string, pods: number, now: number): Promise<Filled> {
  const { items, expected } = generate({ pods });
  const objects = await keep(etcd, all(items, now - present));
  return { objects, expected };
}

function* all(items: Iterable<Item>, later: number): Iterable<Kept> {
  for (const { resource, object } of items)
    if (!own.includes(resource)) yield kept(resource, moved(object, later));
}

function kept(resource: BuiltIn, object: Item["object"]): Kept {
  const { metadata } = object as unknown as { metadata: { name: string; namespace?: string } };
  const raw = encodeWhole(resource, object);
  return {
    key: keyOf(resource, metadata),
    value: envelope(apiVersionOf(resource), kindOf(resource).kind, raw),
  };
}
