import type { ObjectRef, Phrase, Resource, SeenRef } from "../kubernetes/index.ts";
import type { Acceptance, Act, Edit } from "./act.ts";
import type { ControllerStep, Fate } from "./fate.ts";
import type { CommandLine, Safety } from "./remedy.ts";

/** The one object that a step is for: by name and uid, as it was at this version. */
export interface Target {
  readonly resource: Resource;
  readonly ref: SeenRef;
  readonly resourceVersion: string;
}

export interface Test {
  readonly path: string;
  readonly value: unknown;
}

/** A write with its guards: the API server enforces them, since they travel inside the request. */
export type Write =
  /** The object exactly as it was read, less one finalizer. `read` is the JSON text of the server's answer. */
  | { readonly do: "replace"; readonly target: Target; readonly without: string; readonly read: string }
  /** Never one that can make the object go. The first tests are of the uid and of the version. */
  | {
      readonly do: "patch";
      readonly target: Target;
      readonly tests: readonly [Test, Test, ...Test[]];
      readonly edits: readonly [Edit, ...Edit[]];
    }
  | { readonly do: "delete"; readonly target: Target }
  | {
      readonly do: "create";
      readonly resource: Resource;
      readonly ref: ObjectRef;
      readonly manifest: string;
    };

/** `later`: an earlier step changes the object, so that the request is made from how it is then. */
export type PlannedWrite =
  | { readonly when: "now"; readonly step: Write }
  | { readonly when: "later"; readonly act: Act };

/** The diagnosis that justifies an item. It must still be so right before the first write. */
export interface Justification {
  readonly object: ObjectRef;
  /** The root causes, each as `reason kind/namespace/name uid`, sorted. */
  readonly leaves: readonly string[];
}

export interface PlanItem {
  readonly because: Justification;
  /** The file in `remedies/`. */
  readonly remedy: string;
  readonly title: Phrase;
  readonly safety: Safety;
  readonly why: Phrase;
  readonly cannotUndo: readonly Phrase[];
  readonly accept: readonly Acceptance[];
  readonly steps: readonly PlannedWrite[];
  /** How a person would do about the same with kubectl. Not part of the digest. */
  readonly commands?: readonly CommandLine[];
  /** What that person has to prove or prepare before these commands. */
  readonly first?: readonly Phrase[];
  /** What that person has to do after them. */
  readonly byHand?: readonly Phrase[];
  /** What the controllers do once the steps are done, and what becomes of the data. */
  readonly next: readonly ControllerStep[];
  readonly fate?: Fate;
  /** Of a plan that only keeps something: what becomes of other data around it all the same. */
  readonly otherFate?: Fate;
  /** Saved, whole, before the first write, beside the targets themselves. */
  readonly related: readonly ObjectRef[];
}

export interface Plan {
  readonly kind: "Plan";
  /** RFC 3339. Not part of the digest. */
  readonly madeAt: string;
  /** Empty for a plan that was made from files. */
  readonly server: string;
  /** The files that it was made from: such a plan is only looked at. */
  readonly input?: string;
  readonly context?: string;
  /** Whom the kubeconfig or `--as` names. */
  readonly user?: string;
  readonly items: readonly PlanItem[];
}

/** Something that was asked for and will not be done. */
export interface Refusal {
  readonly reason: string;
  readonly object: ObjectRef;
  readonly message: Phrase;
  /** The right step instead. */
  readonly instead?: Phrase;
}
