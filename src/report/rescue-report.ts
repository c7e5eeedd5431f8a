import type { ObjectRef, Phrase } from "../kubernetes/index.ts";
import type { Act } from "./act.ts";
import type { FixMode, Idle, RunError, WriteResult } from "./fix-report.ts";
import type { Plan, PlannedWrite, Refusal } from "./plan.ts";

/** A claim with the volume and the disk that it is to have again. */
export interface RescuedPair {
  readonly claim: ObjectRef;
  readonly volume: ObjectRef;
  /** Absent where the manifest does not say. */
  readonly disk?: { readonly driver: string; readonly handle: string; readonly capacity?: string };
}

/** What is done in a step of a rescue, or waited for. */
export type Stage =
  | "retain"
  | "stop"
  | "delete-pod"
  | "pods-gone"
  | "delete-claim"
  | "claim-gone"
  | "volume-gone"
  | "create-volume"
  | "release-volume"
  | "volume-available"
  | "create-claim"
  | "claim-bound"
  | "start";

/** One step of a rescue: what pvguard does, what it waits for, or what a person has to do. */
export interface RescueStep {
  readonly stage: Stage;
  readonly by: "pvguard" | "cluster" | "person";
  readonly object: ObjectRef;
  readonly title: Phrase;
  readonly why: Phrase;
  /** What a person has to do. */
  readonly instead?: Phrase;
  /** Absent where pvguard does nothing. */
  readonly act?: Act;
  readonly planned?: PlannedWrite;
  /** Why its request can only be made, and the server be asked about it, when its turn comes. */
  readonly notYet?: Phrase;
  /** What the server said to it beforehand. */
  readonly said?: Pick<WriteResult, "status" | "detail">;
}

/** A step that was carried out, or the one that was not. Each is decided from the cluster as it is by then. */
export type RescueOutcome = Pick<RescueStep, "stage" | "object" | "title"> &
  Pick<WriteResult, "status" | "detail">;

/** A plan as it is told. */
export interface RescuePlan {
  readonly plan: Plan;
  /** What `--confirm` takes. */
  readonly digest: string;
  readonly pairs: readonly RescuedPair[];
  readonly steps: readonly RescueStep[];
  /** Why it cannot be carried to its end. */
  readonly refusal?: Refusal;
  readonly cannotUndo: readonly Phrase[];
}

/** All that `rescue` or `undo` has to say. */
export interface RescueReport {
  readonly command: "rescue" | "undo";
  /** As they were typed. */
  readonly words: readonly string[];
  readonly mode: FixMode;
  readonly scene: Pick<Plan, "madeAt" | "server" | "input" | "context" | "user">;
  /** Absent where there is none. */
  readonly planned?: RescuePlan;
  /** The dangers that were accepted by name. */
  readonly accepted: readonly string[];
  readonly refusals: readonly Refusal[];
  readonly idle: readonly Idle[];
  readonly outcomes: readonly RescueOutcome[];
  /** What is Bound to its disk again. */
  readonly restored: readonly RescuedPair[];
  readonly notes: readonly Phrase[];
  readonly errors: readonly RunError[];
  readonly exitCode: number;
}
