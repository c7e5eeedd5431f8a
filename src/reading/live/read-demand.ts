import type { Demand, ObjectVersion } from "../../cluster/index.ts";
import type { Resource } from "../../kubernetes/index.ts";
import { apiVersionOf, isRecord, kindNamed, kindOf, own } from "../../kubernetes/index.ts";
import { decode } from "../decode/index.ts";
import type { Discovery } from "./discovery.ts";
import type { Address } from "./paths.ts";
import { addressOf, isPossible } from "./paths.ts";
import type { Read, ReadContext } from "./read-context.ts";
import { readMany } from "./read-many.ts";
import type { NotRead } from "./unread.ts";
import { notRead, notReadBecause } from "./unread.ts";

/** Reads one demand. Throws only what means that nothing else can be read either. */
export async function readDemand(
  demand: Demand,
  context: ReadContext,
  onFirstPage: () => void,
  discovering: "first" | "beside",
): Promise<Read<Resource> | NotRead> {
  const { resource, scope } = demand;
  const at = (version: string) => readAt(demand, version, context, onFirstPage);
  try {
    if (!isPossible(scope)) return { read: true, items: [], skipped: [] };
    const served = versionFor(resource, context.discovery);
    if (discovering === "beside" && kindOf(resource).presence === "optional") {
      // Waited for below, unless objects come: then the kind is served.
      served.catch(() => {});
      const guessed = await at(apiVersionOf(resource));
      if (guessed.read) return guessed;
    }
    const version = await served;
    if (typeof version !== "string") return version;
    const outcome = await at(version);
    return outcome.read || outcome.status !== 404 ? outcome : await missing(resource, outcome, context);
  } catch (problem) {
    return notReadBecause(problem);
  } finally {
    onFirstPage();
  }
}

async function readAt(
  demand: Demand,
  version: string,
  context: ReadContext,
  onFirstPage: () => void,
): Promise<Read<Resource> | NotRead> {
  const { resource, scope } = demand;
  const address = addressOf(resource, version, scope);
  return scope.of === "object"
    ? await readOne(demand, scope.name, address, context)
    : await readMany({ resource, apiVersion: version, address }, context, onFirstPage);
}

/** Kinds that every cluster has are read without asking whether it has them. */
export async function versionFor(resource: Resource, discovery: Discovery): Promise<string | NotRead> {
  const { presence } = kindOf(resource);
  if (presence === "always") return apiVersionOf(resource);
  if (presence === "never") return notServed(resource);
  const served = await discovery.servedAs(resource);
  switch (served.served) {
    case "yes":
      return served.apiVersion;
    case "no":
      return notServed(resource);
    case "unknown":
      return served.because;
  }
}

function notServed(resource: Resource): NotRead {
  return { read: false, reason: "NotServed", detail: `the server does not serve ${resource}` };
}

/** After a 404 that is not about an object: only discovery tells whether there can be such objects. */
async function missing(resource: Resource, outcome: NotRead, { discovery }: ReadContext): Promise<NotRead> {
  const { served } = await discovery.servedAs(resource);
  return served === "no" ? notServed(resource) : outcome;
}

/** One object. Of one that is the version that is known, no more than that is read. */
async function readOne(
  { resource, unless: known }: Demand,
  name: string,
  { path }: Address,
  { client }: ReadContext,
): Promise<Read<Resource> | NotRead> {
  const answer = await client.get(path);
  const isGone =
    answer.status === 404 && answer.failure?.reason === "NotFound" && answer.failure.name === name;
  if (isGone) return { read: true, items: [], skipped: [] };
  if (answer.status !== 200) return notRead(answer);
  if (known !== undefined && isVersion(known, resource, answer.body))
    return { read: true, items: [], skipped: [], state: "as known" };
  const decoded = decode(resource, answer.body);
  // The one object that was asked for is there, and what it says is not known.
  if (!decoded.ok) return { read: false, reason: "Unavailable", detail: decoded.reason };
  return { read: true, items: [decoded.object], skipped: [] };
}

function isVersion({ uid, resourceVersion }: ObjectVersion, resource: Resource, body: unknown): boolean {
  if (!isRecord(body)) return false;
  const [apiVersion, kind, metadata] = [own(body, "apiVersion"), own(body, "kind"), own(body, "metadata")];
  if (typeof apiVersion !== "string" || typeof kind !== "string" || !isRecord(metadata)) return false;
  if (kindNamed(apiVersion, kind) !== kindOf(resource)) return false;
  return own(metadata, "uid") === uid && own(metadata, "resourceVersion") === resourceVersion;
}
