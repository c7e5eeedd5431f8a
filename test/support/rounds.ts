import type { ServerResponse } from "node:http";
import type { Source } from "../../src/commands/index.ts";
import { liveSource } from "../../src/commands/index.ts";
import type { Answer } from "../../src/connection/http/answer.ts";
import { readStatus } from "../../src/connection/http/answer.ts";
import type { Client, Query } from "../../src/connection/http/client.ts";
import { collect } from "../../src/reading/live/collect.ts";
import { discovery } from "../../src/reading/live/discovery.ts";
import { encodings } from "../../src/reading/live/encodings.ts";
import type { LiveCluster } from "../../src/reading/live/index.ts";
import { readOwners, select } from "../../src/reading/live/live-cluster.ts";
import type { ReadContext } from "../../src/reading/live/read-context.ts";
import { usualUsers } from "./memory-server/access/usual-users.ts";
import type { World } from "./memory-server/http/serve.ts";
import { serve } from "./memory-server/http/serve.ts";
import type { JsonObject } from "./memory-server/index.ts";
import { usualKinds } from "./memory-server/index.ts";
import { loaded } from "./memory-server/objects/load.ts";
import { Refusal } from "./memory-server/objects/refusal.ts";
import { Store } from "./memory-server/objects/store.ts";

interface Rounds {
  readonly source: Source;
  /** The requests, in batches: none of a batch was asked because of an answer to another of it. */
  readonly rounds: readonly (readonly string[])[];
}

/** A server that answers nothing before nothing more is asked, and then all at once. There is no network. */
export function answeringInRounds(objects: readonly JsonObject[], now: number): Rounds {
  const store = new Store();
  loaded(objects, store, usualKinds);
  const world: World = { store, kinds: usualKinds, now: () => now, interleave: () => {} };
  const rounds: string[][] = [];
  let batch: { readonly asked: string[]; readonly over: Promise<void> } | undefined;
  let arrivals = 0;

  function inBatch(request: string): Promise<void> {
    arrivals += 1;
    batch ??= { asked: [], over: quiet() };
    batch.asked.push(request);
    return batch.over;
  }

  /** Waits for turns of the event loop without a request: all who could ask have had theirs. */
  async function quiet(): Promise<void> {
    for (let seen = -1; seen !== arrivals; ) {
      seen = arrivals;
      for (let turn = 0; turn < 5; turn += 1) await new Promise((settle) => setImmediate(settle));
    }
    rounds.push(batch?.asked ?? []);
    batch = undefined;
  }

  async function get(path: string, query: Query = {}): Promise<Answer> {
    const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const parameters = new URLSearchParams(given);
    await inBatch(given.length === 0 ? path : `${path}?${decodeURIComponent(parameters.toString())}`);
    const request = { method: "GET", path, query: parameters, contentType: "", body: "" };
    const { code, body } = await answered(world, request);
    return { status: code, body, failure: readStatus(body), text: typeof body === "string" ? body : "" };
  }

  return { rounds, source: liveSource(clusterOver(get), () => now) };
}

async function answered(world: World, request: Parameters<typeof serve>[2]) {
  const [admin] = usualUsers;
  if (admin === undefined) throw new Error("there are no users");
  try {
    const answer = await serve(world, admin, request, {} as ServerResponse);
    if (answer === undefined) throw new Error("nothing is watched here");
    return answer;
  } catch (problem) {
    if (problem instanceof Refusal) return problem;
    throw problem;
  }
}

function clusterOver(get: Client["get"]): LiveCluster {
  const client = { get } as Client;
  const context: ReadContext = {
    client,
    discovery: discovery(client),
    chunkSize: 500,
    encodings: encodings("json"),
    came: { any: false },
  };
  return {
    server: "https://cluster.example/",
    contextName: "x",
    user: "admin",
    namespace: "default",
    proof: "demanded",
    collect: (demands, pods) => collect(demands, context, pods),
    owners: (refs) => readOwners(refs, context),
    typeNamed: (type) => context.discovery.typeNamed(type),
    select: (selection) => select(selection, context),
    async *watch() {},
    distrusted: new Map(),
    warnings: () => [],
    clockAhead: () => 0,
    requests: () => 0,
    close() {},
  };
}
