import {
  type Action,
  type AnyController,
  type Cluster,
  type Hold,
  join,
  type KubeObject,
  type NextStep,
  nameKey,
  type ObjectRef,
  type Phrase,
  refOf,
  type Unread,
  words,
} from "../model/index.ts";
import type { Knowledge } from "./define.ts";
import { type Move, nextStep, settle } from "./forward.ts";
import { causeGraph } from "./graph.ts";
import { letsGo } from "./words.ts";
import { createWorld, type World } from "./world.ts";

/** The future of one object: what each controller does, in order, and the cluster as it is then. */
export interface Prediction {
  readonly steps: readonly NextStep[];
  readonly moves: readonly Move[];
  readonly end: World;
  readonly unread: readonly Unread[];
}

/** How many times root causes are lifted one after the other: pod, then attachment, then volume … */
const mostLifts = 8;

/**
 * Runs the controllers forward from the cluster as it is; each time they rest, lets the root causes of `ref` go and
 * runs them again, until the object is gone or nothing more moves.
 */
export function predict(
  ref: ObjectRef,
  world: World,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Prediction {
  const moves: Move[] = [];
  const steps: NextStep[] = [];
  const unread: Unread[] = [];
  let when: Phrase = words("now");
  for (let lift = 0; lift < mostLifts; lift += 1) {
    const held = rootsIn(ref, world, knowledge);
    unread.push(...held.flatMap(({ holder }) => ("unread" in holder ? [holder.unread] : [])));
    const settled = settle(world, controllers, [ref], (action) =>
      held.some((hold) => holdsOff(hold, action)),
    );
    moves.push(...settled.moves);
    steps.push(...settled.moves.map((move) => nextStep(move, when)));
    unread.push(...settled.unread);
    const roots = rootsIn(ref, world, knowledge);
    if (roots.length === 0) break;
    when = join(distinct(roots.map((root) => letsGo(root.holder))), " and ");
    for (const root of roots) letGo(root, world);
    const after = settle(world, controllers, [ref, ...roots.map((root) => root.held)]);
    moves.push(...after.moves);
    steps.push(...after.moves.map((move) => nextStep(move, when)));
    unread.push(...after.unread);
    if (after.moves.length === 0 && !hasChanged(roots, rootsIn(ref, world, knowledge))) break;
  }
  return { steps, moves, end: world, unread };
}

export function predictFrom(
  object: KubeObject,
  cluster: Cluster,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Prediction {
  return predict(refOf(object), createWorld(cluster), knowledge, controllers);
}

function rootsIn(ref: ObjectRef, world: World, knowledge: Knowledge): readonly Hold[] {
  const object = world.find(ref);
  return object === undefined ? [] : causeGraph(object, world.cluster, knowledge).rootHolds;
}

/** A holder that does not act now does not act in the prediction either, until it is let go. */
function holdsOff(hold: Hold, action: Action): boolean {
  if (!("controller" in hold.holder) && !("driver" in hold.holder)) return false;
  if (hold.category === "waiting" || nameKey(hold.held) !== nameKey(action.object)) return false;
  switch (action.do) {
    case "remove-finalizer":
      return "finalizer" in hold.by && hold.by.finalizer === action.finalizer;
    case "destroy-backend":
    case "detach-backend":
    case "delete":
      return true;
    case "add-finalizer":
    case "set-phase":
    case "clear-claim-ref":
    case "bind":
    case "annotate":
      return false;
  }
}

/** Makes one root cause end in the simplest way that it can. */
function letGo(root: Hold, world: World): void {
  if ("object" in root.holder) {
    const holder = root.holder.object;
    // A claim or an attachment has finalizers whose controllers must still be heard; anything else just goes.
    if (holder.kind === "PersistentVolumeClaim" || holder.kind === "VolumeAttachment")
      world.deleteObject(holder);
    else world.removeObject(holder);
    return;
  }
  const isOwnedElsewhere =
    root.reason === "UnknownFinalizer" || "unread" in root.holder || "missing" in root.holder;
  if ("finalizer" in root.by && isOwnedElsewhere) {
    world.apply({ do: "remove-finalizer", object: root.held, finalizer: root.by.finalizer });
  }
}

function hasChanged(before: readonly Hold[], after: readonly Hold[]): boolean {
  const identify = (holds: readonly Hold[]) =>
    JSON.stringify(holds.map(({ held, by, holder }) => [held, by, holder]));
  return identify(before) !== identify(after);
}

function distinct(phrases: readonly Phrase[]): readonly Phrase[] {
  return [...new Map(phrases.map((phrase) => [JSON.stringify(phrase), phrase])).values()];
}
