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
    const { token, remaining } = whatFollows(metadata);
    this.kind = kind;
    this.token = token;
    this.remaining = remaining;
    this.items = items;
  }
}

/** Where a list goes on, and how many objects are left there, as far as it says. */
function whatFollows(metadata: {
  readonly [field: string]: unknown;
}): Pick<ProtobufList, "token" | "remaining"> {
  const { continue: token, remainingItemCount: remaining } = metadata;
  return {
    token: typeof token === "string" ? token : undefined,
    remaining: typeof remaining === "number" ? remaining : undefined,
  };
}

/** `ListMeta`: kubernetes/apimachinery pkg/apis/meta/v1/generated.proto (v1.36). */
const listMetadata: Plan = compile(
  { continue: "text", remainingItemCount: "integer" },
  { continue: text(3, "omitempty"), remainingItemCount: integer(4) },
);

const metadataTag = (1 << 3) | delimited;

/** What a list says of itself before its items. */
export interface BeginOfList extends Pick<ProtobufList, "kind" | "token" | "remaining"> {
  /** Where its items begin and end, from the begin of the answer. */
  readonly from: number;
  readonly to: number;
}

/**
 * Reads the first bytes of a list, whose metadata comes before its items. `more`: what cannot be read may only have broken
 * off. `another`: no list whose begin is as the API server writes it.
 */
export function beginIn(begin: Buffer): BeginOfList | "more" | "another" {
  if (begin.length >= magicLength && !isProtobuf(begin)) return "another";
  try {
    const cursor = new Cursor(begin);
    const { kind, to } = enterEnvelope(cursor);
    if (cursor.uint32(begin.length) !== metadataTag) return "another";
    const metadata = readObject(listMetadata, cursor, cursor.delimited(begin.length));
    return { kind, ...whatFollows(metadata), from: cursor.at, to };
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
