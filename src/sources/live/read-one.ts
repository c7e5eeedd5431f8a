import { kindNamed, kindOf, type ObjectVersion, type Resource } from "../../model/index.ts";
import { type Decoded, decode } from "../decode/index.ts";
import { decodeObject, isBuiltIn, Malformed, ProtobufObject, versionIn } from "../protobuf/index.ts";
import { inEitherEncoding } from "./either-encoding.ts";
import type { Address } from "./paths.ts";
import type { Read, ReadContext } from "./read-context.ts";
import { type NotRead, notRead } from "./unread.ts";

/** One object, in protobuf if that can be had. Of one that is the version that is known, no more than that is read. */
export async function readOne(
  resource: Resource,
  name: string,
  { path }: Address,
  { client, encodings }: ReadContext,
  known?: ObjectVersion,
): Promise<Read<Resource> | NotRead> {
  return await inEitherEncoding(resource, encodings, async () => {
    const answer = await client.get(path, {}, encodings.for(resource));
    const isGone =
      answer.status === 404 && answer.failure?.reason === "NotFound" && answer.failure.name === name;
    if (isGone) return { read: true, items: [], skipped: [] };
    if (answer.status !== 200) return notRead(answer);
    if (known !== undefined && isVersion(known, resource, answer.body))
      return { read: true, items: [], skipped: [], state: "as known" };
    const decoded = decodedFrom(resource, answer.body);
    // The one object that was asked for is there, and what it says is not known.
    if (!decoded.ok) return { read: false, reason: "Unavailable", detail: decoded.reason };
    return { read: true, items: [decoded.object], skipped: [] };
  });
}

/** Throws `Malformed`. */
function isVersion({ uid, resourceVersion }: ObjectVersion, resource: Resource, body: unknown): boolean {
  if (!(body instanceof ProtobufObject) || kindNamed(body.apiVersion, body.kind) !== kindOf(resource))
    return false;
  const now = versionIn(body);
  return now.uid === uid && now.resourceVersion === resourceVersion;
}

/** Throws `Malformed`. */
function decodedFrom(resource: Resource, body: unknown): Decoded<Resource> {
  if (body instanceof Malformed) throw body;
  return body instanceof ProtobufObject && isBuiltIn(resource)
    ? decodeObject(resource, body)
    : decode(resource, body);
}
