import { readStatus } from "../../connection/http/answer.ts";
import { apiVersionOf, kindOf, type ObjectIn, type Resource } from "../../model/index.ts";
import { decode, isRecord, own } from "../decode/index.ts";

/** How an object is found to be, each time that this changes. */
export type Sighting<R extends Resource = Resource> =
  | { readonly seen: "present"; readonly object: ObjectIn<R> }
  | { readonly seen: "absent" }
  /** It is there, and is not what its kind should be. */
  | { readonly seen: "unreadable"; readonly reason: string };

/** One line of a watch. */
type WatchEvent<R extends Resource> =
  | { readonly is: "sighting"; readonly sighting: Sighting<R>; readonly revision: string | undefined }
  /** Only says how far the server has come. */
  | { readonly is: "bookmark"; readonly revision: string | undefined }
  /** The server no longer knows the revision that the watch began at. */
  | { readonly is: "expired" }
  | { readonly is: "failure"; readonly message: string };

/** Mirrors kubernetes/apimachinery pkg/watch/watch.go `Event` (v1.36). */
export function readEvent<R extends Resource>(resource: R, line: unknown): WatchEvent<R> {
  const type = isRecord(line) ? own(line, "type") : undefined;
  const object = isRecord(line) ? own(line, "object") : undefined;
  const revision = revisionOf(object);
  switch (type) {
    case "ADDED":
    case "MODIFIED":
      return { is: "sighting", sighting: sightingOf(resource, object), revision };
    case "DELETED":
      return { is: "sighting", sighting: { seen: "absent" }, revision };
    case "BOOKMARK":
      return { is: "bookmark", revision };
  }
  const status = readStatus(object);
  const expired = status?.reason === "Expired" || status?.reason === "Gone";
  return expired
    ? { is: "expired" }
    : { is: "failure", message: status?.message ?? "an event of an unknown type" };
}

export function sightingOf<R extends Resource>(resource: R, object: unknown): Sighting<R> {
  const decoded = decode(resource, object, {
    apiVersion: apiVersionOf(resource),
    kind: kindOf(resource).kind,
  });
  return decoded.ok
    ? { seen: "present", object: decoded.object }
    : { seen: "unreadable", reason: decoded.reason };
}

/** The revision of an object or of a list. */
export function revisionOf(value: unknown): string | undefined {
  const metadata = isRecord(value) ? own(value, "metadata") : undefined;
  const revision = isRecord(metadata) ? own(metadata, "resourceVersion") : undefined;
  return typeof revision === "string" && revision !== "" ? revision : undefined;
}
