import type { Received } from "../../connection/http/ask.ts";
import type { Client } from "../../connection/http/client.ts";
import { parseBody } from "../../connection/http/json-body.ts";
import type { Sent } from "../../connection/http/send.ts";
import { send } from "../../connection/http/send.ts";
import { AccessError } from "../../connection/kubeconfig/index.ts";
import type { ObjectRef, Phrase, RawObject, Resource } from "../../kubernetes/index.ts";
import { nameOf, rawObject, say, words } from "../../kubernetes/index.ts";
import { pathOf } from "../../report/index.ts";
import { answerOf } from "./answer.ts";
import type { Outside } from "./outside.ts";
import { patience } from "./outside.ts";

/** One object as the server itself has it now. What could not be read is not absent. */
export type LiveRead =
  | { readonly state: "found"; readonly raw: RawObject }
  | { readonly state: "absent" }
  | { readonly state: "unread"; readonly phrase: Phrase };

/** Reads an object, and retries after transient errors like every other reader here. */
export async function readObject(client: Client, resource: Resource, ref: ObjectRef): Promise<LiveRead> {
  try {
    return readOf(client, ref, await client.raw(pathOf(resource, ref)));
  } catch (problem) {
    return unread(problem);
  }
}

/** One short try, which ends with `signal` and not with the client's own. */
export async function lookAt(
  client: Client,
  resource: Resource,
  ref: ObjectRef,
  signal: AbortSignal | undefined,
): Promise<LiveRead> {
  const path = pathOf(resource, ref);
  const sent = await send(
    client,
    { path, query: "", parcel: { method: "GET" }, within: patience.oneLook },
    signal,
  );
  return lookOf(client, ref, sent);
}

function lookOf(client: Client, ref: ObjectRef, sent: Sent): LiveRead {
  switch (sent.came) {
    case "answer":
      return readOf(client, ref, sent.received);
    case "nothing-sent":
    case "no-answer":
      return { state: "unread", phrase: sent.problem.phrase };
  }
}

function readOf(client: Client, ref: ObjectRef, received: Received): LiveRead {
  const { limits } = client.line;
  const answer = answerOf(received, limits);
  if (answer.is === "yes") return foundIn(received, ref, limits);
  // A 404 for a missing API or page, or from a proxy, does not say that the object was deleted.
  if (received.status === 404 && answer.reason === "NotFound" && answer.name === ref.name)
    return { state: "absent" };
  return { state: "unread", phrase: say`${nameOf(ref)} could not be read: ${answer.phrase}` };
}

function foundIn(received: Received, ref: ObjectRef, limits: Client["line"]["limits"]): LiveRead {
  try {
    parseBody(received.bytes, received.headers["content-type"] ?? "", limits);
  } catch (problem) {
    return unread(problem);
  }
  const raw = rawObject(new TextDecoder("utf-8").decode(received.bytes));
  const isIt =
    raw !== undefined &&
    raw.ref.kind === ref.kind &&
    raw.ref.name === ref.name &&
    raw.ref.namespace === ref.namespace;
  return isIt
    ? { state: "found", raw }
    : { state: "unread", phrase: say`the server's answer is not ${nameOf(ref)}` };
}

function unread(problem: unknown): LiveRead {
  const phrase = problem instanceof AccessError ? problem.phrase : words("it could not be read");
  return { state: "unread", phrase };
}

/** How long to look, and what ends it early. */
interface Patience {
  readonly milliseconds: number;
  readonly signal: AbortSignal | undefined;
}

/** Looks at an object again and again until `isEnough`, the time is over, or `signal` fires; gives what it saw last. */
export async function lookUntil(
  outside: Outside,
  [resource, ref]: readonly [Resource, ObjectRef],
  { milliseconds, signal }: Patience,
  isEnough: (seen: LiveRead) => boolean,
): Promise<LiveRead> {
  const { client, surroundings } = outside;
  const end = surroundings.now() + milliseconds;
  for (let pause = 200; ; pause = Math.min(2 * pause, patience.betweenLooks)) {
    const seen = await lookAt(client, resource, ref, signal);
    if (isEnough(seen) || signal?.aborted === true || surroundings.now() + pause > end) return seen;
    await surroundings.sleep(pause, signal);
  }
}
