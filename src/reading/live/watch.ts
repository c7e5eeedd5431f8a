import { readStatus } from "../../connection/http/answer.ts";
import { failureOf } from "../../connection/http/failure.ts";
import { stream } from "../../connection/http/stream.ts";
import type { AccessFailure } from "../../connection/kubeconfig/index.ts";
import { AccessError } from "../../connection/kubeconfig/index.ts";
import type { ObjectIn, Resource } from "../../kubernetes/index.ts";
import { apiVersionOf, isRecord, kindOf, own, say } from "../../kubernetes/index.ts";
import { decode } from "../decode/index.ts";
import type { Address } from "./paths.ts";
import { addressOf, selectorValue } from "./paths.ts";
import type { ReadContext } from "./read-context.ts";
import { versionFor } from "./read-demand.ts";
import { mayPass, refusal } from "./unread.ts";

/** How an object is found to be, each time that this changes. */
export type Sighting<R extends Resource = Resource> =
  | { readonly seen: "present"; readonly object: ObjectIn<R> }
  | { readonly seen: "absent" }
  /** It is there, and is not what its kind should be. */
  | { readonly seen: "unreadable"; readonly reason: string };

export interface WatchTarget {
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** The server ends a watch after this many seconds; it then goes on where it was. */
const watchSeconds = 300;
/** The server sends a bookmark about once a minute. */
const silence = 330_000;
const longestPause = 30_000;
const failuresInARow = 8;

/** The server has forgotten the revision: look again. */
class Expired extends Error {}

/**
 * One object as it is now and each time that it changes, until the signal fires. A watch that breaks off is taken up
 * again where it was; if the server has forgotten that, the object is looked at again.
 * Compare kubernetes/client-go tools/cache/reflector.go `ListAndWatch` (v1.36).
 */
export async function* watch<R extends Resource>(
  resource: R,
  target: WatchTarget,
  context: ReadContext,
  signal: AbortSignal,
): AsyncGenerator<Sighting<R>> {
  const { connection, surroundings } = context.client.line;
  const address = await addressFor(resource, target, context);
  let revision: string | undefined;
  let failures = 0;
  let reached = false;
  while (!signal.aborted) {
    try {
      if (revision === undefined) {
        const looked = await look(resource, address, context);
        revision = looked.revision;
        reached = true;
        yield looked.sighting;
      }
      for await (const event of events(resource, watchUrl(address, revision, context), context, signal)) {
        failures = 0;
        revision = event.revision ?? revision;
        if (event.is === "sighting") yield event.sighting;
      }
      failures++;
    } catch (problem) {
      if (signal.aborted) return;
      if (problem instanceof Expired) revision = undefined;
      const failure = failureOf(problem, connection, surroundings.now());
      failures++;
      const canPass = mayPass(failure.kind) || (reached && isOutage(failure.kind));
      if (!canPass || failures > failuresInARow) throw failure;
    }
    const pause =
      failures === 0 ? 0 : Math.min(longestPause, 500 * 2 ** failures * (0.5 + surroundings.random()));
    await surroundings.sleep(pause, signal).catch(() => {});
  }
}

/** A server that was there before can come back. */
function isOutage(kind: AccessFailure): boolean {
  return kind === "refused" || kind === "unreachable" || kind === "unresolved" || kind === "proxy";
}

async function addressFor(resource: Resource, target: WatchTarget, context: ReadContext): Promise<Address> {
  const version = await versionFor(resource, context.discovery);
  if (typeof version !== "string") throw new AccessError("rejected", say`error: ${version.detail}`);
  const { namespace, name } = target;
  const scope =
    namespace === undefined ? ({ of: "cluster" } as const) : ({ of: "namespace", namespace } as const);
  const { path } = addressOf(resource, version, scope);
  return { path, query: { fieldSelector: `metadata.name=${selectorValue(name)}` } };
}

async function look<R extends Resource>(
  resource: R,
  { path, query }: Address,
  { client }: ReadContext,
): Promise<{ readonly sighting: Sighting<R>; readonly revision: string }> {
  const answer = await client.get(path, query);
  const revision = revisionOf(answer.body);
  const items = isRecord(answer.body) ? own(answer.body, "items") : undefined;
  if (answer.status !== 200 || revision === undefined) throw refusal(answer);
  const first: unknown = Array.isArray(items) ? items[0] : undefined;
  const sighting = first === undefined ? ({ seen: "absent" } as const) : sightingOf(resource, first);
  return { sighting, revision };
}

function watchUrl({ path, query }: Address, revision: string, { client }: ReadContext): URL {
  return client.urlOf(path, {
    ...query,
    watch: 1,
    resourceVersion: revision,
    allowWatchBookmarks: "true",
    timeoutSeconds: watchSeconds,
  });
}

async function* events<R extends Resource>(
  resource: R,
  url: URL,
  { client }: ReadContext,
  signal: AbortSignal,
) {
  const streamed = await stream(client.line, url, silence, signal);
  if (streamed.came === "answer") {
    const { answer } = streamed;
    if (answer.status === 410) throw new Expired();
    throw refusal(answer);
  }
  for await (const value of streamed.values) {
    const event = readEvent(resource, value);
    if (event.is === "expired") throw new Expired();
    if (event.is === "failure") throw new AccessError("server", say`Error from server: ${event.message}`);
    yield event;
  }
}

/** One line of a watch. */
type WatchEvent<R extends Resource> =
  | { readonly is: "sighting"; readonly sighting: Sighting<R>; readonly revision: string | undefined }
  /** Only says how far the server has come. */
  | { readonly is: "bookmark"; readonly revision: string | undefined }
  /** The server no longer knows the revision that the watch began at. */
  | { readonly is: "expired" }
  | { readonly is: "failure"; readonly message: string };

/** Mirrors kubernetes/apimachinery pkg/watch/watch.go `Event` (v1.36). */
function readEvent<R extends Resource>(resource: R, line: unknown): WatchEvent<R> {
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

function sightingOf<R extends Resource>(resource: R, object: unknown): Sighting<R> {
  const decoded = decode(resource, object, {
    apiVersion: apiVersionOf(resource),
    kind: kindOf(resource).kind,
  });
  return decoded.ok
    ? { seen: "present", object: decoded.object }
    : { seen: "unreadable", reason: decoded.reason };
}

/** The revision of an object or of a list. */
function revisionOf(value: unknown): string | undefined {
  const metadata = isRecord(value) ? own(value, "metadata") : undefined;
  const revision = isRecord(metadata) ? own(metadata, "resourceVersion") : undefined;
  return typeof revision === "string" && revision !== "" ? revision : undefined;
}
