import type { BuiltIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { delimited } from "../../test/support/protobuf/writer.ts";
import type { Item } from "../generator/item.ts";
import { encodeWhole } from "../protobuf/index.ts";

/** An object as it stands in a list. */
export interface Encoded {
  readonly resource: BuiltIn;
  /** Namespace and name: what the objects of a kind are sorted by. */
  readonly key: string;
  readonly namespace: string | undefined;
  /** With a comma behind it. */
  readonly json: Buffer;
  /** With its tag and its length before it. */
  readonly protobuf: Buffer;
  /** The field selector that selects it, of an event. */
  readonly selector: string;
}

interface Named {
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly involvedObject?: { readonly kind: string; readonly name: string };
}

export function encoded({ resource, object }: Item): Encoded {
  const { metadata, involvedObject: about } = object as unknown as Named;
  const { name, namespace } = metadata;
  return {
    resource,
    key: namespace === undefined ? name : `${namespace}/${name}`,
    namespace,
    json: Buffer.from(`${JSON.stringify(object)},`),
    protobuf: delimited(2, encodeWhole(resource, object)),
    selector:
      about === undefined ? "" : `involvedObject.kind=${about.kind},involvedObject.name=${about.name}`,
  };
}

/** In bytes, as etcd sorts. All keys here are ASCII. */
export function byKey(one: Encoded, other: Encoded): number {
  return one.key < other.key ? -1 : 1;
}
