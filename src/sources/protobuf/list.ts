import { compile } from "./compile.ts";
import { enterEnvelope, isProtobuf, magicLength, openEnvelope } from "./envelope.ts";
import { integer, text } from "./field.ts";
import { itemTag, Messages } from "./messages.ts";
import { skipOther } from "./other-field.ts";
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
  readonly items: Messages;

  constructor(kind: string, metadata: { readonly [field: string]: unknown }, items: Messages) {
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

/** What the begin of a list says of what is to come. `more`: it does not say it yet. */
type BeginOfList = Partial<Pick<ProtobufList, "token" | "remaining">> | "more";

/**
 * Reads from the first bytes of a list where it goes on and how much is left, since its metadata comes before its items. What
 * cannot be read may only have broken off.
 */
export function beginIn(begin: Buffer): BeginOfList {
  if (begin.length >= magicLength && !isProtobuf(begin)) return {};
  try {
    const cursor = new Cursor(begin);
    enterEnvelope(cursor);
    if (cursor.uint32(begin.length) !== metadataTag) return {};
    const metadata = readObject(listMetadata, cursor, cursor.delimited(begin.length));
    return new ProtobufList("", metadata, new Messages(begin, 0, 0));
  } catch (problem) {
    if (problem instanceof Malformed) return "more";
    throw problem;
  }
}

/** Every list has its metadata as field 1 and its items as field 2, which are not read yet. Throws `Malformed`. */
export function readList(bytes: Buffer): ProtobufList {
  const cursor = new Cursor(bytes);
  const { kind, from, to } = openEnvelope(cursor);
  if (!kind.endsWith("List")) throw new Malformed("not a list", from);
  cursor.at = from;
  let metadata: { readonly [field: string]: unknown } = {};
  while (cursor.at < to && bytes[cursor.at] !== itemTag) {
    const tag = cursor.uint32(to);
    if (tag === metadataTag) metadata = readObject(listMetadata, cursor, cursor.delimited(to));
    else skipOther(cursor, tag, to);
  }
  return new ProtobufList(kind, metadata, new Messages(bytes, cursor.at, to));
}
