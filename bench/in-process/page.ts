import { apiVersionOf, kindOf } from "../../src/kubernetes/index.ts";
import type { ListMeta } from "../../test/support/protobuf/encode.ts";
import { encodeListMeta, envelope } from "../../test/support/protobuf/encode.ts";
import type { Encoded } from "../store/encoded.ts";
import type { Place, Shelf } from "./shelf.ts";

export type Encoding = "json" | "protobuf";

/** A part of a list, in bytes. */
interface Page {
  readonly head: Buffer;
  readonly objects: readonly Buffer[];
  readonly tail: Buffer;
}

export function page(
  shelf: Shelf,
  { namespace }: Place,
  query: URLSearchParams,
  encoding: Encoding,
  boast: number,
): Page {
  const selector = query.get("fieldSelector");
  const inScope = shelf.objects.filter(
    (each) =>
      (namespace === undefined || each.namespace === namespace) &&
      (selector === null || each.selector === selector),
  );
  const limit = Number(query.get("limit") ?? 0);
  const from = Number(query.get("continue") ?? 0);
  const to = limit === 0 ? inScope.length : Math.min(from + limit, inScope.length);
  const left = inScope.length - to;
  const meta = {
    resourceVersion: "10000000",
    ...(left === 0 ? {} : { continue: String(to), remainingItemCount: left + boast }),
  };
  const some = inScope.slice(from, to);
  return encoding === "json" ? inJson(shelf, some, meta) : inProtobuf(shelf, some, meta);
}

function inJson({ resource }: Shelf, some: readonly Encoded[], metadata: ListMeta): Page {
  const list = {
    kind: `${kindOf(resource).kind}List`,
    apiVersion: apiVersionOf(resource),
    metadata,
    items: [],
  };
  const text = JSON.stringify(list);
  return {
    head: Buffer.from(text.slice(0, -2)),
    // The last one has no comma behind it.
    objects: some.map(({ json }, place) => (place === some.length - 1 ? json.subarray(0, -1) : json)),
    tail: Buffer.from("]}\n"),
  };
}

function inProtobuf({ resource }: Shelf, some: readonly Encoded[], meta: ListMeta): Page {
  const objects = some.map(({ protobuf }) => protobuf);
  const list = Buffer.concat([encodeListMeta(meta), ...objects]);
  const whole = envelope(apiVersionOf(resource), `${kindOf(resource).kind}List`, list);
  // The envelope ends with two empty fields.
  const end = whole.length - 4;
  const begin = end - objects.reduce((sum, { length }) => sum + length, 0);
  return { head: whole.subarray(0, begin), objects, tail: whole.subarray(end) };
}
