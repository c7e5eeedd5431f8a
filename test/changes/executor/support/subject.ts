import type { TestContext } from "node:test";
import type { Executor, ExecutorSurroundings, Outcome } from "../../../../src/changes/executor/index.ts";
import { openExecutor } from "../../../../src/changes/executor/index.ts";
import type { Client } from "../../../../src/connection/http/client.ts";
import { client as open } from "../../../../src/connection/http/client.ts";
import type { LiveSurroundings } from "../../../../src/connection/http/surroundings.ts";
import { bearer, fixed } from "../../../../src/connection/kubeconfig/credentials.ts";
import { connect } from "../../../../src/connection/kubeconfig/index.ts";
import type { RawObject } from "../../../../src/kubernetes/index.ts";
import type { Plan } from "../../../../src/report/index.ts";
import { kubeconfigFor, liveSurroundings, plain } from "../../../support/fault-server/surroundings.ts";
import type { JsonObject, MemoryServer } from "../../../support/memory-server/index.ts";
import { memoryServer } from "../../../support/memory-server/index.ts";
import type { TestSurroundings } from "./edge.ts";
import { testSurroundings } from "./edge.ts";
import type { Fate, Middleman, Passing } from "./middleman.ts";
import { middleman } from "./middleman.ts";
import { approved } from "./plans.ts";

export interface Subject<E extends ExecutorSurroundings = TestSurroundings> {
  readonly server: MemoryServer;
  readonly client: Client;
  readonly executor: Executor;
  readonly surroundings: E;
  /** An object, or "absent". */
  read(path: string): Promise<JsonObject | "absent">;
  raw(resource: "v1/persistentvolumes" | "v1/persistentvolumeclaims", name?: string): Promise<RawObject>;
  /** Requests that change something, in order; questions are not among them. */
  writes(): readonly string[];
}

/** The executor and a server with these objects. */
export async function subject(
  context: TestContext,
  objects: readonly JsonObject[],
  surroundings: TestSurroundings = testSurroundings(),
): Promise<Subject> {
  const server = await memoryServer({ transport: "memory" });
  context.after(() => server.close());
  server.load(objects);
  return await subjectAt(context, server, server, surroundings, {});
}

export interface Troubled<E extends ExecutorSurroundings = TestSurroundings> extends Subject<E> {
  readonly middleman: Middleman;
  /** Decides over writes of objects only: everything else passes. */
  trouble(fate: (write: Passing, count: number) => Fate | Promise<Fate>): void;
}

/** As `subject`, with a middleman in between that makes things fail. */
export async function troubled<E extends ExecutorSurroundings>(
  context: TestContext,
  objects: readonly JsonObject[],
  surroundings: E,
  more: Partial<LiveSurroundings> = {},
): Promise<Troubled<E>> {
  const server = await memoryServer({ transport: "memory" });
  context.after(() => server.close());
  server.load(objects);
  const between = middleman(server);
  return {
    ...(await subjectAt(context, server, between, surroundings, more)),
    middleman: between,
    trouble: (fate) =>
      between.decide((request, count) =>
        request.method === "GET" || /reviews$/.test(request.url) ? "passes" : fate(request, count),
      ),
  };
}

async function subjectAt<E extends ExecutorSurroundings>(
  context: TestContext,
  server: MemoryServer,
  { url, agent }: Pick<MemoryServer, "url" | "agent">,
  surroundings: E,
  more: Partial<LiveSurroundings>,
): Promise<Subject<E>> {
  const outside = liveSurroundings(kubeconfigFor({ server: url }), { reader: "node", ...more });
  const credentials = fixed({ authorization: bearer(server.tokenOf("admin")) });
  const client = open({ ...(await connect({}, outside)), credentials }, outside);
  context.after(() => client.close());
  if (agent !== undefined) client.line.agents.for = async () => agent;
  const executor = openExecutor(client, surroundings);
  return {
    server,
    client,
    executor,
    surroundings,
    async read(path) {
      const { status, body } = await client.get(path);
      return status === 404 ? "absent" : (body as JsonObject);
    },
    async raw(resource, name = "disk") {
      const isClaim = resource === "v1/persistentvolumeclaims";
      const kind = isClaim ? "PersistentVolumeClaim" : "PersistentVolume";
      const place = isClaim ? { namespace: "shop" } : {};
      const found = await executor.read(resource, { apiVersion: "v1", kind, name, ...place });
      if (found.state !== "found") throw new Error(`${name} is ${found.state}`);
      return found.raw;
    },
    writes: () =>
      server.requests.filter(
        (request) => /^(PUT|PATCH|POST|DELETE) /.test(request) && !/reviews$/.test(request),
      ),
  };
}

export interface Told {
  readonly status: Outcome["status"];
  readonly detail: string;
}

/** Runs a plan to its end. */
export async function run(
  { executor }: Pick<Subject, "executor">,
  made: Plan,
  recheck: Parameters<Executor["run"]>[1]["recheck"] = async () => "unchanged",
): Promise<readonly (Told & { readonly check: string })[]> {
  const told = [];
  for await (const { status, detail, check } of executor.run(approved(made), { recheck }))
    told.push({ status, detail: plain(detail), check: check?.argv.join(" ") ?? "" });
  return told;
}
