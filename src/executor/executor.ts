import type { Client } from "../connection/http/client.ts";
import type { ObjectRef, Phrase, Resource, Write } from "../model/index.ts";
import { type AccessQuestion, askAccess, askWho } from "./ask.ts";
import type { ExecutorEdge } from "./edge.ts";
import type { Outcome, Preview } from "./outcome.ts";
import type { ApprovedPlan } from "./plan/approve.ts";
import { previewOf } from "./preview.ts";
import { type LiveRead, readObject } from "./read/live-read.ts";
import { type RunOptions, runPlan } from "./run/run.ts";
import { type Settled, settleEarlier } from "./run/settle.ts";
import type { World } from "./world.ts";

/** The only thing that writes to a cluster. It is told what to write, and judges nothing. */
export interface Executor {
  /** One object, whole, from the server itself. */
  read(resource: Resource, ref: ObjectRef): Promise<LiveRead>;
  /** The same bytes with `dryRun=All`: authorization, admission and validation, and no storage. */
  preview(write: Write): Promise<Preview>;
  /** May we? A missing answer is a no. */
  ask(review: AccessQuestion): Promise<"allowed" | { readonly denied: Phrase }>;
  /** Whom the server takes us for; `undefined` when it does not say. */
  whoAmI(): Promise<string | undefined>;
  /**
   * Writes of earlier runs without a recorded result. Each is looked at, and what is seen is recorded. Throws a
   * `DiskProblem` when the journal cannot be read.
   */
  settle(): Promise<readonly Settled[]>;
  /** One step after the other; ends at the first one that is neither done nor already so. */
  run(plan: ApprovedPlan, options: RunOptions): AsyncIterable<Outcome>;
}

export function openExecutor(client: Client, edge: ExecutorEdge): Executor {
  const world: World = { client, edge };
  return {
    read: (resource, ref) => readObject(client, resource, ref),
    preview: (write) => previewOf(world, write),
    ask: (review) => askAccess(world, review),
    whoAmI: () => askWho(world),
    settle: () => settleEarlier(world),
    run: (plan, options) => runPlan(world, plan, options),
  };
}
