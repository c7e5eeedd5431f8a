import type { ObjectVersion } from "../../model/index.ts";
import { compile } from "./compile.ts";
import { message } from "./field.ts";
import { metadata } from "./metadata.ts";
import type { ProtobufObject } from "./object.ts";
import { readObject } from "./plan.ts";
import { Cursor } from "./wire/cursor.ts";

const { uid, resourceVersion } = metadata;
const plan = compile(
  { metadata: { uid: "text", resourceVersion: "text" } },
  { metadata: message(1, { uid, resourceVersion }) },
);

/** Which version of itself an object is, and nothing else of it. Throws `Malformed`. */
export function versionIn({ message }: ProtobufObject): Partial<ObjectVersion> {
  const { metadata = {} } = readObject(plan, new Cursor(message), message.length);
  // The plan has only these fields.
  return metadata as Partial<ObjectVersion>;
}
