import type { Resource } from "../../model/index.ts";
import { type Decoded, decode } from "../decode/index.ts";
import { decodeObject, isBuiltIn, Malformed, ProtobufObject } from "../protobuf/index.ts";
import { inEitherEncoding } from "./either-encoding.ts";
import type { Address } from "./paths.ts";
import type { Read, ReadContext } from "./read-demand.ts";
import { type NotRead, notRead } from "./unread.ts";

/** One object, in protobuf if that can be had. */
export async function readOne(
  resource: Resource,
  name: string,
  { path }: Address,
  { client, encodings }: ReadContext,
): Promise<Read<Resource> | NotRead> {
  return await inEitherEncoding(resource, encodings, async () => {
    const answer = await client.get(path, {}, encodings.for(resource));
    const isGone =
      answer.status === 404 && answer.failure?.reason === "NotFound" && answer.failure.name === name;
    if (isGone) return { read: true, items: [], skipped: [] };
    if (answer.status !== 200) return notRead(answer);
    const decoded = decodedFrom(resource, answer.body);
    // The one object that was asked for is there, and what it says is not known.
    if (!decoded.ok) return { read: false, reason: "Unavailable", detail: decoded.reason };
    return { read: true, items: [decoded.object], skipped: [] };
  });
}

/** Throws `Malformed`. */
function decodedFrom(resource: Resource, body: unknown): Decoded<Resource> {
  if (body instanceof Malformed) throw body;
  return body instanceof ProtobufObject && isBuiltIn(resource)
    ? decodeObject(resource, body)
    : decode(resource, body);
}
