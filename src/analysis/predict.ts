import type { Cluster, Unread } from "../cluster/index.ts";
import type { Action } from "../controllers/index.ts";
import { hostsOf, volumeNamed } from "../controllers/index.ts";
import type { Knowledge } from "../define/index.ts";
import { relativesOf } from "../define/index.ts";
import type {
  KubeObject,
  ObjectRef,
  PersistentVolume,
  PersistentVolumeClaim,
  VolumeSnapshot,
} from "../kubernetes/index.ts";
import { isTerminating, refOf } from "../kubernetes/index.ts";
import type { Hold, NextStep } from "../report/index.ts";
import { comesRight, endRoot, goesWithNamespace, mustBeDeleted, podsFirst, succeeding } from "./end-root.ts";
import type { HeldOff, Made, Move, Until } from "./forward.ts";
import { made, settle } from "./forward.ts";
import type { ExplainedGraph } from "./graph.ts";
import { causeGraph } from "./graph.ts";
import { heldOffBy, isBesideDisk } from "./held-off.ts";
import { holdsOf } from "./holds.ts";
import type { Lifted } from "./lifted.ts";
import { stepsOf } from "./lifted.ts";
import type { World } from "./world.ts";
import { createWorld } from "./world.ts";

/** The future of one object: what each controller does, in order, and the cluster as it is then. */
export interface Prediction {
  /** One for each move. */
  readonly steps: readonly NextStep[];
  readonly moves: readonly Move[];
  readonly end: World;
  readonly unread: readonly Unread[];
}

/** What can make a prediction shorter. */
interface Foreknown {
  /** What holds the object in the world as it is. */
  readonly graph?: ExplainedGraph;
  /** What happens after the object has disappeared. */
  readonly besides?: readonly ObjectRef[];
  /** What has ended before any of it. */
  readonly since?: readonly Lifted[];
  /** What comes after this is not asked for. */
  readonly until?: Until;
}

/** How many times root causes are lifted one after the other: pod, then attachment, then volume … */
const mostLifts = 8;

/**
 * Runs the controllers forward from the cluster as it is; each time they rest, lets the root causes of `ref` go and
 * runs them again, until nothing more moves. When the object is gone, what it leaves behind is followed in its place:
 * the volume of a claim, the content of a snapshot.
 */
export function predict(
  ref: ObjectRef,
  world: World,
  knowledge: Knowledge,
  { graph, besides = [], since = [], until = () => false }: Foreknown = {},
): Prediction {
  const moves: Move[] = [];
  const told = new Set<string>();
  /** Since when each of the moves can be made. */
  const sinceLifting: (readonly Lifted[])[] = [];
  const unread: Unread[] = [];
  const object = world.find(ref);
  const legacy = legacyOf(object);
  const followed = [ref, ...besides, ...relativesNow(ref, world), ...(legacy === undefined ? [] : [legacy])];
  let known =
    graph === undefined || object === undefined ? undefined : { at: world.changes, roots: graph.rootHolds };
  let lifted: readonly Lifted[] = since;
  let movesBefore = 0;
  /** The holds that have ended, whatever the cluster still shows. */
  const gone = new Set<string>();
  /** That the others have ended changes nothing. */
  let isAtRest = false;

  function rootsNow(): readonly Hold[] {
    if (known?.at !== world.changes) {
      const stands = world.find(ref) === undefined ? (legacy ?? ref) : ref;
      known = { at: world.changes, roots: rootsIn(stands, world, knowledge) };
    }
    return known.roots;
  }

  function record(news: readonly Made[]): void {
    for (const move of news) {
      moves.push(move);
      sinceLifting.push(lifted);
      told.add(move.identity);
    }
  }

  function isOver(): boolean {
    return moves.some(({ action }) => until(action));
  }

  /** A disk tied to a machine is deleted only while that exists. A missing one is found only for Released volumes. */
  function isOutOfReach(action: Action): boolean {
    const volume = action.do === "destroy-backend" ? world.find(action.object) : undefined;
    const isTied = volume?.kind === "PersistentVolume" && hostsOf(volume as PersistentVolume).length > 0;
    const holds = isTied ? holdsOf(volume, world.cluster, knowledge) : [];
    return heldOffBy(holds.filter((hold) => "missing" in hold.holder && !gone.has(identityOf(hold))))(action);
  }

  function run(start: readonly ObjectRef[], isHeldOff: HeldOff): readonly Move[] {
    const isPutOff: HeldOff = (action) => isHeldOff(action) || isOutOfReach(action);
    const settled = settle(world, knowledge.controllers, start, isPutOff, until);
    // Two controllers that undo each other's work without end are reported only once.
    const news = settled.moves.filter(({ identity }) => !told.has(identity));
    record(news);
    for (const each of settled.unread) unread.push(each);
    return news;
  }

  for (let lift = 0; lift < mostLifts; lift += 1) {
    const held = rootsNow();
    for (const { holder } of held) if ("unread" in holder) unread.push(holder.unread);
    run(followed, heldOffBy(held));
    if (isOver()) break;
    const all = rootsNow().filter((root) => !goesWithNamespace(root, world));
    const others = all.filter((root) => !isBesideDisk(root));
    // What the fate of a disk does not wait for ends only when nothing else is left.
    const roots = others.length === 0 || isAtRest ? all : others;
    const isHeldOff = heldOffBy(all.filter((root) => !roots.includes(root)));
    if (roots.length === 0) break;
    const now = roots.map(
      (hold): Lifted => ({ holder: hold.holder, by: mustBeDeleted(hold, world) ? "deletion" : "itself" }),
    );
    // Where nothing has moved since, what ended before is still a condition.
    lifted = moves.length > movesBefore ? now : [...lifted, ...now];
    movesBefore = moves.length;
    for (const root of roots) gone.add(identityOf(root));
    const besidePods = ref.kind === "Namespace" ? roots.flatMap(({ held }) => besideLive(held, world)) : [];
    record(
      podsFirst(roots)
        .flatMap((root) => endRoot(root, world, knowledge))
        .map(made),
    );
    const moved = run([...followed, ...roots.map((root) => root.held), ...besidePods], isHeldOff);
    if (isOver()) break;
    if (moved.length > 0 || hasChanged(all, rootsNow())) continue;
    const assumed = roots.flatMap(succeeding);
    for (const { action } of assumed) world.apply(action);
    record(assumed.map(made));
    const isRight = roots.filter((root) => comesRight(root, ref, world)).length > 0;
    if (assumed.length === 0 && !isRight) {
      if (roots.length === all.length) break;
      isAtRest = true;
    }
    run(followed, isHeldOff);
    if (isOver()) break;
  }
  let steps: readonly NextStep[] | undefined;
  return {
    get steps() {
      steps ??= stepsOf(moves, sinceLifting);
      return steps;
    },
    moves,
    end: world,
    unread,
  };
}

/** What a person is told of it. A claim that only comes right by assumption has no volume, and is found Pending again. */
export function stepsToTell({ moves, steps }: Prediction): readonly NextStep[] {
  const isTold = ({ action }: Move) => action.do !== "set-phase" || action.phase !== "Pending";
  return moves.every(isTold) ? steps : steps.filter((_, at) => moves[at] !== undefined && isTold(moves[at]));
}

/** What happens after the object has disappeared: a pod's claims and attachments. */
function relativesNow(ref: ObjectRef, world: World): readonly ObjectRef[] {
  const object = world.find(ref);
  const relatives = object === undefined ? [] : relativesOf(object, world.cluster);
  return relatives.flatMap((relative) => ("object" in relative ? [refOf(relative.object)] : []));
}

/** The same of a pod that is not being deleted yet: it no longer exists then. */
function besideLive(ref: ObjectRef, world: World): readonly ObjectRef[] {
  const pod = ref.kind === "Pod" ? world.find(ref) : undefined;
  return pod === undefined || isTerminating(pod) ? [] : relativesNow(ref, world);
}

/** The object that stands for the data when this one is gone. */
export function legacyOf(object: KubeObject | undefined): ObjectRef | undefined {
  switch (object?.kind) {
    case "PersistentVolumeClaim": {
      const name = (object as PersistentVolumeClaim).spec?.volumeName ?? "";
      return name === "" ? undefined : volumeNamed(name);
    }
    case "VolumeSnapshot": {
      const name = (object as VolumeSnapshot).status?.boundVolumeSnapshotContentName;
      const { apiVersion } = object;
      return name === undefined ? undefined : { apiVersion, kind: "VolumeSnapshotContent", name };
    }
    default:
      return undefined;
  }
}

export function predictFrom(
  object: KubeObject,
  cluster: Cluster,
  knowledge: Knowledge,
  foreknown: Foreknown = {},
): Prediction {
  return predict(refOf(object), createWorld(cluster), knowledge, foreknown);
}

function rootsIn(ref: ObjectRef, world: World, knowledge: Knowledge): readonly Hold[] {
  const object = world.find(ref);
  return object === undefined ? [] : causeGraph(object, world.cluster, knowledge).rootHolds;
}

function identityOf({ held, by, holder }: Hold): string {
  return JSON.stringify([held, by, holder]);
}

function hasChanged(before: readonly Hold[], after: readonly Hold[]): boolean {
  return before.map(identityOf).join() !== after.map(identityOf).join();
}
