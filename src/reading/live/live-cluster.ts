import type { Demand, Items, MissingOwner, UnreadReason } from "../../cluster/index.ts";
import type { Client } from "../../connection/http/client.ts";
import { client as dial } from "../../connection/http/client.ts";
import type { LiveSurroundings } from "../../connection/http/surroundings.ts";
import type { ConfigFlags } from "../../connection/kubeconfig/index.ts";
import { connect } from "../../connection/kubeconfig/index.ts";
import type { ObjectIn, ObjectRef, OtherObject, Resource } from "../../kubernetes/index.ts";
import { isRecord } from "../../kubernetes/index.ts";
import { letGoOfPacker } from "../../object-store/index.ts";
import { otherObject } from "../decode/other.ts";
import type { Collected, PodsOrder } from "./collect.ts";
import { collect } from "./collect.ts";
import type { KindServed } from "./discovery.ts";
import { discovery } from "./discovery.ts";
import { encodings } from "./encodings.ts";
import { addressOf, isPossible, rootOf, segment } from "./paths.ts";
import type { Read, ReadContext } from "./read-context.ts";
import { versionFor } from "./read-demand.ts";
import { readMany } from "./read-many.ts";
import type { TypeName, TypeNamed } from "./type-named.ts";
import type { NotRead } from "./unread.ts";
import { notRead, notReadBecause } from "./unread.ts";
import type { Sighting, WatchTarget } from "./watch.ts";
import { watch } from "./watch.ts";

/** What came of owners of kinds that pvguard has no definition of. */
export interface OwnersRead {
  readonly found: readonly OtherObject[];
  readonly missing: readonly MissingOwner[];
}

/** A cluster that can be asked, and not changed. */
export interface LiveCluster {
  /** The URL of the API server. */
  readonly server: string;
  readonly contextName: string | undefined;
  /** Whom the kubeconfig or `--as` names. */
  readonly user: string | undefined;
  /** `-n`, else that of the context, else `default`. */
  readonly namespace: string;
  /** Whether the server had to prove who it is; `plain`: there is no TLS. */
  readonly proof: "demanded" | "skipped" | "plain";
  /** Throws an `AccessError` when nothing at all can be read. */
  collect(demands: readonly Demand[], pods?: PodsOrder): Promise<Collected>;
  /** Owners of kinds that pvguard has no definition of, each by its name. */
  owners(refs: readonly ObjectRef[]): Promise<OwnersRead>;
  /** Whether the server has a type of that name, which pvguard need not know. */
  typeNamed(type: TypeName): Promise<TypeNamed>;
  select<R extends Resource>(selection: Selection<R>): Promise<Selected<R>>;
  watch<R extends Resource>(
    resource: R,
    target: WatchTarget,
    signal: AbortSignal,
  ): AsyncIterable<Sighting<R>>;
  /** Kinds whose protobuf could not be read, so that they were asked for again in JSON, and how often. */
  readonly distrusted: ReadonlyMap<Resource, number>;
  /** What the server warned of so far, each text once. Untrusted. */
  warnings(): readonly string[];
  /** Milliseconds by which the server's clock is ahead of ours, once it has answered. */
  clockAhead(): number | undefined;
  /** How many requests were sent so far, each try counted. */
  requests(): number;
  /** Lets the process end. */
  close(): void;
}

/** A cluster with the connection that the answers come over, for a command that must read an object whole, or write it. */
export interface ConnectedCluster extends LiveCluster {
  readonly client: Client;
}

export interface LiveOptions {
  /** Objects in one answer of the server; 0 for all of them. */
  readonly chunkSize?: number | undefined;
  /** Requests under way at one time. */
  readonly inFlight?: number | undefined;
  /** Connections to open once there is one: more than that only where many requests are to come. */
  readonly early?: number;
  readonly progress?: ReadContext["progress"];
  /** In which encoding lists of built-in kinds are asked for: `protobuf` unless it says otherwise. */
  readonly encoding?: "protobuf" | "json" | undefined;
}

/** Finds the cluster that the flags and the kubeconfig name. Nothing is sent before the first question. */
export async function openCluster(
  flags: ConfigFlags,
  surroundings: LiveSurroundings,
  options: LiveOptions = {},
): Promise<ConnectedCluster> {
  const connection = await connect(flags, surroundings);
  const { limits } = surroundings;
  const inFlight = options.inFlight === undefined ? {} : { inFlight: Math.max(1, options.inFlight) };
  const early = options.early === undefined ? {} : { early: options.early };
  const client = dial(connection, { ...surroundings, limits: { ...inFlight, ...early, ...limits } });
  const asked = encodings(options.encoding ?? "protobuf");
  const context: ReadContext = {
    client,
    discovery: discovery(client),
    chunkSize: options.chunkSize ?? 500,
    encodings: asked,
    came: { any: false },
    progress: options.progress,
  };
  const { server, trust, contextName, user, namespace } = connection;
  return {
    client,
    server: server.href,
    contextName,
    user,
    namespace,
    proof: server.protocol === "http:" ? "plain" : trust.verification === "on" ? "demanded" : "skipped",
    collect: (demands, pods) => collect(demands, context, pods).finally(() => letGoOfPacker()),
    owners: (refs) => readOwners(refs, context),
    typeNamed: (type) => context.discovery.typeNamed(type),
    select: (selection) => select(selection, context),
    watch: (resource, target, signal) => watch(resource, target, context, signal),
    distrusted: asked.distrusted,
    warnings: () => [...client.warnings],
    clockAhead: () => client.clockAhead(),
    requests: () => client.line.log.count(),
    close: () => client.close(),
  };
}

/** Which objects a person means. Without a namespace: those of all namespaces. */
interface Selection<R extends Resource = Resource> {
  readonly resource: R;
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  /** Only if they fit into one page of this many objects; otherwise they count as not read. */
  readonly most?: number | undefined;
}

type Selected<R extends Resource = Resource> =
  | { readonly read: true; readonly items: Items<ObjectIn<R>>; readonly skipped: readonly string[] }
  | { readonly read: false; readonly reason: UnreadReason; readonly detail: string };

/** The objects that a selector selects. Not a reading of their scope, which holds more than them. */
export async function select<R extends Resource>(
  selection: Selection<R>,
  context: ReadContext,
): Promise<Selected<R>> {
  const outcome = await selected(selection, context).catch(notReadBecause);
  // The items were decoded as this resource.
  if (outcome.read) return outcome as Selected<R>;
  return { read: false, reason: outcome.reason, detail: outcome.detail };
}

async function selected(selection: Selection, context: ReadContext): Promise<Read<Resource> | NotRead> {
  const { resource, namespace, labelSelector, fieldSelector, most } = selection;
  const version = await versionFor(resource, context.discovery);
  if (typeof version !== "string") return version;
  const scope =
    namespace === undefined ? ({ of: "cluster" } as const) : ({ of: "namespace", namespace } as const);
  const { path } = addressOf(resource, version, scope);
  const address = { path, query: { labelSelector, fieldSelector } };
  const paged: ReadContext = most === undefined ? context : { ...context, chunkSize: most, pages: "first" };
  const outcome = await readMany({ resource, apiVersion: version, address }, paged);
  // A selector that the server does not understand.
  if (!outcome.read && outcome.fault?.kind === "rejected") throw outcome.fault;
  return outcome;
}

type Outcome = { readonly found: OtherObject } | { readonly missing: Omit<MissingOwner, "owner"> };

/**
 * Owners of kinds that pvguard has no definition of, each looked up as the garbage collector looks it up: in the version of
 * the reference, by one GET. That it does not exist is concluded from a 404 that names it, and from nothing else.
 * kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go isDangling, operations.go apiResource, 1.36.
 */
export async function readOwners(refs: readonly ObjectRef[], context: ReadContext): Promise<OwnersRead> {
  const outcomes = await Promise.all(
    refs.map(async (owner) => ({ owner, outcome: await readOwner(owner, context) })),
  );
  return {
    found: outcomes.flatMap(({ outcome }) => ("found" in outcome ? [outcome.found] : [])),
    missing: outcomes.flatMap(({ owner, outcome }) =>
      "missing" in outcome ? [{ owner, ...outcome.missing }] : [],
    ),
  };
}

async function readOwner(owner: ObjectRef, context: ReadContext): Promise<Outcome> {
  try {
    if (!isVersion(owner.apiVersion)) return { missing: { because: "NotServed" } };
    const served = await context.discovery.kindServed(owner.apiVersion, owner.kind);
    switch (served.served) {
      case "no":
        return { missing: { because: "NotServed" } };
      case "unknown":
        return { missing: refused(served.because) };
      case "yes":
        return await readServed(owner, served, context);
    }
  } catch (problem) {
    return { missing: refused(notReadBecause(problem)) };
  }
}

async function readServed(
  owner: ObjectRef,
  { plural, namespaced }: Extract<KindServed, { readonly served: "yes" }>,
  { client }: ReadContext,
): Promise<Outcome> {
  const { apiVersion, kind, name, namespace } = owner;
  if (namespaced && namespace === undefined) return { missing: { because: "OutOfReach" } };
  const place = namespaced ? { namespace: namespace ?? "" } : {};
  // No object can have such a name.
  if (!isPossible({ of: "object", name, ...place })) return { missing: { because: "NotFound" } };
  const folder = namespaced ? `/namespaces/${segment(namespace ?? "")}` : "";
  const answer = await client.get(`${rootOf(apiVersion)}${folder}/${plural}/${segment(name)}`);
  const isGone =
    answer.status === 404 && answer.failure?.reason === "NotFound" && answer.failure.name === name;
  if (isGone) return { missing: { because: "NotFound" } };
  if (answer.status !== 200) return { missing: { ...refused(notRead(answer)), plural } };
  const object = isRecord(answer.body) ? otherObject(answer.body, { apiVersion, kind }) : undefined;
  return object?.metadata.name === name
    ? { found: object }
    : {
        missing: {
          because: "Unavailable",
          detail: "the server's answer is not the object that was asked for",
        },
      };
}

function refused({ reason, detail }: NotRead): Omit<MissingOwner, "owner"> {
  return { because: reason === "Forbidden" ? "Forbidden" : "Unavailable", detail };
}

/** A reference can hold anything, also what would lead to another path. */
function isVersion(apiVersion: string): boolean {
  return /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\/)?[a-z0-9]+$/.test(apiVersion);
}
