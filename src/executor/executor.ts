import type { Client } from "../connection/http/client.ts";
import type { ObjectRef, Phrase, PlanItem, RawObject, Refusal, Resource, Write } from "../model/index.ts";
import type { ExecutorEdge } from "./edge.ts";
import type { Outcome, Preview } from "./outcome.ts";
import type { ApprovedPlan } from "./plan/approve.ts";

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
  /** Writes of earlier runs of which nobody saw the end. Each is looked at, and its end recorded. */
  settle(): Promise<readonly Settled[]>;
  /** One step after the other; ends at the first one that is neither done nor already so. */
  run(plan: ApprovedPlan, options: RunOptions): AsyncIterable<Outcome>;
}

export type LiveRead =
  | { readonly state: "found"; readonly raw: RawObject }
  | { readonly state: "absent" }
  | { readonly state: "unread"; readonly phrase: Phrase };

export interface AccessQuestion {
  readonly verb: "get" | "list" | "update" | "patch" | "delete" | "create";
  readonly resource: Resource;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

export interface Settled {
  readonly object: ObjectRef;
  readonly detail: Phrase;
}

export interface RunOptions {
  /** Looks at the world again, right before each item. */
  recheck(item: PlanItem): Promise<"unchanged" | Refusal>;
}

export function openExecutor(_client: Client, _edge: ExecutorEdge): Executor {
  throw new Error("not yet");
}
