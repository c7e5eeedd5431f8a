import type { Unread } from "../cluster/index.ts";
import type { AnyObject, ObjectRef, Phrase } from "../kubernetes/index.ts";
import { refOf } from "../kubernetes/index.ts";
import type { Avoid, RemedyCall } from "./remedy.ts";

/** What must release it. */
export type Holder =
  | { readonly object: ObjectRef }
  /** A controller that should act. */
  | { readonly controller: string }
  /** A storage driver and what is behind it. */
  | { readonly driver: string }
  /** A thing that is needed and does not exist. */
  | { readonly missing: ObjectRef }
  /** Nothing but a person's decision. */
  | { readonly person: "administrator" | "owner" }
  | { readonly unread: Unread };

/**
 * `waiting`: normal, resolves by itself. `blocked`: a person must act on a named object. `stuck`: a controller should
 * act and does not, or is gone. `unknown`: something that matters could not be read.
 */
export type Category = "waiting" | "blocked" | "stuck" | "unknown";

/** One edge of the cause graph: `held` stays as it is until `holder` releases it. */
export interface Hold {
  readonly held: ObjectRef;
  readonly by: { readonly finalizer: string } | { readonly wait: string };
  readonly holder: Holder;
  /** CamelCase and stable, like the reason of a condition. */
  readonly reason: string;
  readonly category: Category;
  readonly message: Phrase;
  /** Replaces `message` for an object that is not being deleted and is only looked at as if it were. */
  readonly ifDeleted?: Phrase;
  readonly evidence: readonly Evidence[];
  readonly remedies: readonly RemedyCall[];
  readonly avoid: readonly Avoid[];
  /** The holder is one of the objects that make up what is held, as a claim of a workload. */
  readonly isPart?: true;
}

/** Everything that was found between the object asked about and its root causes. */
export interface CauseGraph {
  readonly root: ObjectRef;
  /** In the order in which they were found: those of the root first. */
  readonly holds: readonly Hold[];
}

/** A fact that was read, and what it says of the hold it belongs to. */
export interface Evidence {
  readonly about: ObjectRef;
  /**
   * The field, as in `spec.nodeName` or `metadata.finalizers[0]`; `event` for an event's text; `count(WHAT)` for how many of these belong
   * to the object, as in `count(nodes)`.
   */
  readonly path: string;
  readonly observed: string | number | boolean | null;
  readonly verdict: "proves" | "suggests" | "refutes" | "unread";
}

export function proof(
  about: AnyObject | ObjectRef,
  path: string,
  observed: Evidence["observed"] | undefined,
): Evidence {
  return { about: refOf(about), path, observed: observed ?? null, verdict: "proves" };
}

export function hint(
  about: AnyObject | ObjectRef,
  path: string,
  observed: Evidence["observed"] | undefined,
): Evidence {
  return { about: refOf(about), path, observed: observed ?? null, verdict: "suggests" };
}

/** A fact that speaks against what a question asks. */
export function refutation(
  about: AnyObject | ObjectRef,
  path: string,
  observed: Evidence["observed"] | undefined,
): Evidence {
  return { about: refOf(about), path, observed: observed ?? null, verdict: "refutes" };
}

/** What was looked for around an object and does not exist: what is inferred from that can rest on nothing else. */
export function noneFound(about: AnyObject | ObjectRef, what: string): Evidence {
  return { about: refOf(about), path: `count(${what})`, observed: 0, verdict: "suggests" };
}
