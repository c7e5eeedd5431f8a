import { compile } from "./compile.ts";
import { openEnvelope } from "./envelope.ts";
import { message, text } from "./field.ts";
import { readObject } from "./plan.ts";
import { Cursor } from "./wire/cursor.ts";
import { Malformed } from "./wire/malformed.ts";

/** `Status`: kubernetes/apimachinery pkg/apis/meta/v1/generated.proto (v1.36). */
const plan = compile(
  {
    metadata: { continue: "text" },
    message: "text",
    reason: "text",
    details: { name: "text" },
  },
  {
    metadata: message(1, { continue: text(3, "omitempty") }),
    message: text(3, "omitempty"),
    reason: text(4, "omitempty"),
    details: message(5, { name: text(1, "omitempty") }),
  },
);

/** The server's report of a failure, as far as it is looked at, as the JSON of it would be. Throws `Malformed`. */
export function readStatus(bytes: Buffer): { readonly [field: string]: unknown } {
  const cursor = new Cursor(bytes);
  const { apiVersion, kind, from, to } = openEnvelope(cursor);
  if (kind !== "Status") throw new Malformed("not a Status", from);
  cursor.at = from;
  return { apiVersion, kind, ...readObject(plan, cursor, to) };
}
