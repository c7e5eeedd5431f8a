import { compile } from "./compile.ts";
import { openEnvelope } from "./envelope.ts";
import { integer, text } from "./field.ts";
import { type Plan, readObject } from "./plan.ts";
import { Cursor, delimited } from "./wire/cursor.ts";
import { Malformed } from "./wire/malformed.ts";

/** A list, or a page of one. Its items are not read yet. */
export class ProtobufList {
  /** `PodList`. */
  readonly kind: string;
  readonly token: string | undefined;
  readonly remaining: number | undefined;
  /** The message of each item. */
  readonly items: readonly Buffer[];

  constructor(kind: string, metadata: { readonly [field: string]: unknown }, items: readonly Buffer[]) {
    const { continue: token, remainingItemCount: remaining } = metadata;
    this.kind = kind;
    this.token = typeof token === "string" ? token : undefined;
    this.remaining = typeof remaining === "number" ? remaining : undefined;
    this.items = items;
  }
}

/** `ListMeta`: kubernetes/apimachinery pkg/apis/meta/v1/generated.proto (v1.36). */
const listMetadata: Plan = compile(
  { continue: "text", remainingItemCount: "integer" },
  { continue: text(3, "omitempty"), remainingItemCount: integer(4) },
);

const metadataTag = (1 << 3) | delimited;
const itemTag = (2 << 3) | delimited;

/** Every list has its metadata as field 1 and its items as field 2. Throws `Malformed`. */
export function readList(bytes: Buffer): ProtobufList {
  const cursor = new Cursor(bytes);
  const { kind, from, to } = openEnvelope(cursor);
  if (!kind.endsWith("List")) throw new Malformed("not a list", from);
  cursor.at = from;
  let metadata: { readonly [field: string]: unknown } = {};
  const items: Buffer[] = [];
  while (cursor.at < to) {
    const tag = cursor.uint32(to);
    if (tag === itemTag) {
      const end = cursor.delimited(to);
      items.push(bytes.subarray(cursor.at, end));
      cursor.at = end;
    } else if (tag === metadataTag) metadata = readObject(listMetadata, cursor, cursor.delimited(to));
    else if (tag >>> 3 <= 2) throw new Malformed("a list of the wrong type", cursor.at);
    else cursor.skip(tag & 7, to);
  }
  return new ProtobufList(kind, metadata, items);
}
