/** The one account: everything that is concluded about a cluster is read off these. */

import type { Cluster, Unread } from "../cluster/index.ts";
import type { Action } from "../controllers/index.ts";
import type { Basis, Remark } from "../define/index.ts";
import type { KubeObject, ObjectRef, PersistentVolume } from "../kubernetes/index.ts";
import type { Act, ControllerStep, DataFate, Fate, Hold, IfDeleted, Verdict } from "../report/index.ts";
import type { Causes } from "./causes.ts";
import type { Disk } from "./disks/disks.ts";
import type { TracedHold } from "./holds.ts";
import type { Sandbox } from "./timeline/sandbox.ts";
import type { TimedMove, TimedUnseen } from "./timeline/steps.ts";

/** Everything that pvguard concludes about one cluster. What was wholly read is remembered. */
export interface Analysis extends Basis {
  /** What holds the object itself, from finalizers and waits. */
  holdsOf(object: KubeObject): readonly TracedHold[];
  /** Of what holds the object itself, what controllers and drivers hold that do not act. */
  idleHoldsOf(object: KubeObject): readonly TracedHold[];
  /** What holds it, and what holds that, down to the roots. */
  causesOf(object: KubeObject): Causes;
  /** What is worth saying of an object that nothing holds. */
  remarkOn(object: KubeObject): Remark | undefined;
  verdictOf(object: KubeObject): Verdict;
  /** The data behind it: where that is, and by which record. */
  disksOf(object: KubeObject): readonly Disk[];
  /**
   * The controllers run forward around one object, from now or after an event. What an event loses is held against a
   * future that reaches as far: without an event, that of a snapshot leaves the others of its claim alone.
   */
  future(of: KubeObject, event?: Event, reach?: "as after an event"): Timeline;
  /** What becomes of the data behind an object as things go on; `undefined` for kinds that have none. */
  fateOf(object: KubeObject): Fate | undefined;
  /** The same in one word, which takes far less. */
  dataOf(object: KubeObject): DataFate | undefined;
  /** The same of the disk of a volume, without what other volumes of that disk mean for it. */
  ownFateOf(volume: PersistentVolume): Fate;
  /** The step that decides over the data of a record as things go on, with all that comes before it; none, or one. */
  decisiveStepOf(record: KubeObject): readonly ControllerStep[];
  /** What is lost by these acts, done for this object, and would not be, or not so early, without them. */
  lostBy(acts: readonly Act[], object: KubeObject): readonly Fate[];
  /** What is lost by what a person does that ends the root causes of this object, and would not be, or not so early, without. */
  lostOnceReleased(object: KubeObject): readonly Fate[];
  /** Whether something was missed that will be there when all is asked again: nothing that takes long need be asked. */
  isVoid(): boolean;
  /** What would be concluded if the cluster were as given. */
  over(cluster: Cluster): Analysis;
}

/** What a future can begin with, unless it is that of the cluster as it is. */
export type Event =
  /** A person asks for it; or a controller is about to, and what follows waits for that. */
  | { readonly deleted: ObjectRef; readonly by?: "person" | "controller" }
  /** These requests were made. */
  | { readonly done: readonly Act[] }
  /** These holds have ended, whatever a person did for that. */
  | { readonly released: readonly Hold[] };

/**
 * What each controller does, one thing after the other. It is worked out only as far as anything is asked of it: the
 * steps and the end are all of it.
 */
export interface Timeline {
  readonly event: Event | undefined;
  /** The account of the cluster as it was before the event. */
  readonly before: Analysis;
  /** The objects that are followed: the one that was asked about, and its volume if it is an attachment; after acts, also those around it and around them. */
  readonly followed: readonly KubeObject[];
  readonly moves: readonly TimedMove[];
  /** One for each move, as a person reads it, with the condition after which it comes. */
  readonly steps: readonly ControllerStep[];
  /** The cluster as it is then. */
  readonly end: Sandbox;
  /** What was not read, and could change it. */
  readonly unread: readonly Unread[];
  /** Of which objects what was not read hides how they go on, and from when on. */
  readonly unseen: readonly TimedUnseen[];
  /** It was run only so far: what does not happen in it can still happen after it. */
  readonly isCut: boolean;
  /** Something was not read for what was run of it: who asks for it next is to hear of that, and runs it again. */
  readonly hasMissed: boolean;
  /** The position of the first move that does this to the object. What comes after it is not worked out for that. */
  first(object: ObjectRef, does: (action: Action) => boolean): number | undefined;
  /** What becomes of the data behind an object that is followed. */
  outcomeOf(object: KubeObject): Outcome | undefined;
  outcomeOfDisk(disk: Disk): Outcome;
  stays(object: ObjectRef): boolean;
  /** What the end of the object waits for, and what the decision over the data waits for. */
  waitsFor(object: ObjectRef, fate: Fate | undefined): Pick<IfDeleted, "goesWhen" | "decidedWhen">;
}

/** What becomes of some data: the fact first, and its words only when they are asked for. */
export interface Outcome {
  readonly data: DataFate;
  tell(): Fate;
}
