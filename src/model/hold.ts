import type { KubeObject, ObjectRef } from "./object.ts";
import { refOf } from "./object.ts";
import type { Phrase } from "./phrase.ts";
import type { Acceptance, Act } from "./plan.ts";
import type { Unread } from "./snapshot.ts";

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

/** Names a remedy and the object that it is to be done to. The registry of remedies turns it into a `Remedy`. */
export interface RemedyCall {
  readonly remedy: string;
  readonly on: ObjectRef;
  /** What else that remedy needs, such as `{ finalizer: "…" }`. */
  readonly using?: { readonly [name: string]: string };
}

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
  /** The field, as in `spec.nodeName` or `metadata.finalizers[0]`; `event` for an event's text. */
  readonly path: string;
  readonly observed: string | number | boolean | null;
  readonly verdict: "proves" | "suggests" | "refutes" | "unread";
}

export function proof(
  about: KubeObject | ObjectRef,
  path: string,
  observed: Evidence["observed"] | undefined,
): Evidence {
  return { about: refOf(about), path, observed: observed ?? null, verdict: "proves" };
}

export function hint(
  about: KubeObject | ObjectRef,
  path: string,
  observed: Evidence["observed"] | undefined,
): Evidence {
  return { about: refOf(about), path, observed: observed ?? null, verdict: "suggests" };
}

/**
 * Safe: nothing is destroyed, exposed or left behind, and no running pod stops. Risky: a pod can stop, or a disk is left
 * behind. Loses data: data is destroyed or exposed, or may be, for all that could be read.
 */
export type Safety = "safe" | "risky" | "loses-data";

/** For which shell commands are written: PowerShell on Windows. */
export type Shell = "posix" | "powershell";

/** One line for a shell, as its arguments; rendering quotes them. */
export interface CommandLine {
  readonly argv: readonly string[];
  /** The file that standard output goes to. */
  readonly into?: string;
  /** POSIX unless given. */
  readonly shell?: Shell;
}

/** Something to do about a hold. */
export interface Remedy {
  /** The file in `remedies/` that made it. */
  readonly name: string;
  readonly title: Phrase;
  readonly safety: Safety;
  /** Why it helps, and what it costs. */
  readonly because: Phrase;
  /** What a person must prove or prepare before the commands. */
  readonly first?: readonly Phrase[];
  /** In order. Empty when it is done outside Kubernetes. */
  readonly commands: readonly CommandLine[];
  /** What a person must do after them, or instead of them, and where no command can. */
  readonly steps: readonly Phrase[];
  /** What a person does to objects by its steps. */
  readonly deeds?: readonly Deed[];
  /** It keeps something, or only looks: nothing that comes of it harms the data. Of a remedy with `fix` its acts say so. */
  readonly spares?: "the data";
  /** What `fix` would do, and all of it. Absent where a person must do something. */
  readonly fix?: RemedyFix;
}

export interface RemedyFix {
  readonly acts: readonly [Act, ...Act[]];
  /** What can never be undone. */
  readonly cannotUndo: readonly Phrase[];
  /** Each danger that a person must accept by name. Empty for what is safe. */
  readonly accept: readonly Acceptance[];
}

/** What is done to one object, so that two texts can be told to speak of the same. */
export type Deed =
  | { readonly do: "delete"; readonly on: ObjectRef }
  | { readonly do: "drop-finalizer"; readonly on: ObjectRef; readonly finalizer: string };

/** A tempting step that is wrong here. */
export interface Avoid {
  readonly step: Phrase;
  readonly because: Phrase;
  /** What the step does, where a remedy could do the same. */
  readonly deed?: Deed;
}
