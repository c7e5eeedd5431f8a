import type { Demand } from "../../cluster/index.ts";
import type { Client } from "../../connection/http/client.ts";
import { client as dial } from "../../connection/http/client.ts";
import type { LiveSurroundings } from "../../connection/http/surroundings.ts";
import type { ConfigFlags } from "../../connection/kubeconfig/index.ts";
import { connect } from "../../connection/kubeconfig/index.ts";
import type { Resource } from "../../kubernetes/index.ts";
import { isRecord, own } from "../../kubernetes/index.ts";
import { letGoOfPacker } from "../../object-store/index.ts";
import type { Collected, PodsOrder } from "./collect.ts";
import { collect } from "./collect.ts";
import { discovery } from "./discovery.ts";
import { encodings } from "./encodings.ts";
import type { ReadContext } from "./read-context.ts";
import type { Selected, Selection } from "./select.ts";
import { select } from "./select.ts";
import type { Sighting, WatchTarget } from "./watch.ts";
import { watch } from "./watch.ts";

/** A cluster that can be asked, and not changed. */
export interface LiveCluster {
  /** The URL of the API server. */
  readonly server: string;
  readonly contextName: string | undefined;
  readonly clusterName: string | undefined;
  /** Whom the kubeconfig or `--as` names. */
  readonly user: string | undefined;
  /** `-n`, else that of the context, else `default`. */
  readonly namespace: string;
  /** Whether the server had to prove who it is; `plain`: there is no TLS. */
  readonly proof: "demanded" | "skipped" | "plain";
  /** Throws an `AccessError` when nothing at all can be read. */
  collect(demands: readonly Demand[], pods?: PodsOrder): Promise<Collected>;
  select<R extends Resource>(selection: Selection<R>): Promise<Selected<R>>;
  watch<R extends Resource>(
    resource: R,
    target: WatchTarget,
    signal: AbortSignal,
  ): AsyncIterable<Sighting<R>>;
  /** As in `v1.36.2`. */
  version(): Promise<string | undefined>;
  /** Kinds whose protobuf could not be read, so that they were asked for again in JSON, and how often. */
  readonly distrusted: ReadonlyMap<Resource, number>;
  /** What the server warned of so far, each text once. Untrusted. */
  warnings(): readonly string[];
  /** Milliseconds by which the server's clock is ahead of ours, once it has answered. */
  clockAhead(): number | undefined;
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
  const { server, trust, contextName, clusterName, user, namespace } = connection;
  return {
    client,
    server: server.href,
    contextName,
    clusterName,
    user,
    namespace,
    proof: server.protocol === "http:" ? "plain" : trust.verification === "on" ? "demanded" : "skipped",
    collect: (demands, pods) => collect(demands, context, pods).finally(() => letGoOfPacker()),
    select: (selection) => select(selection, context),
    watch: (resource, target, signal) => watch(resource, target, context, signal),
    async version() {
      const { body } = await client.get("/version");
      const version = isRecord(body) ? own(body, "gitVersion") : undefined;
      return typeof version === "string" ? version : undefined;
    },
    distrusted: asked.distrusted,
    warnings: () => [...client.warnings],
    clockAhead: () => client.clockAhead(),
    close: () => client.close(),
  };
}
