import { podsOfClaim, podUsesClaimForDeletion, volumeHandleOf } from "../../controllers/index.ts";
import type { Dependent } from "../../define/index.ts";
import type { KubeObject, ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { isTerminating, nameKey, nameOf, refOf, say } from "../../kubernetes/index.ts";
import type { Affected, Effect, Fate, Hold, IfDeleted } from "../../report/index.ts";
import type { Analysis, Timeline } from "../analysis.ts";
import { byGravityOfData } from "../disks/fate.ts";
import { volumesFreedBy } from "../disks/freed-claims.ts";

/** A deletion, and what is asked about those that depend on the object. */
export interface Asked {
  readonly object: KubeObject;
  readonly own: Fate | undefined;
  readonly before: Analysis;
  readonly after: Analysis;
  /** What comes in the cluster without the object. */
  futureIn(left: KubeObject): Timeline;
  /** Who deletes what with it. */
  readonly ended: ReadonlySet<string>;
}

/** What becomes of one that depends on it: what is so without the object is held against what is so now. */
export function affectedBy(dependent: Dependent, asked: Asked): Affected {
  const { object } = dependent;
  const ref = refOf(object);
  const { before, after, own, ended } = asked;
  if (dependent.lost !== undefined) return lostWith(object, dependent.reason, dependent.lost);
  const found = after.cluster.resolve(ref);
  const left = found?.state === "found" && dependent.follows === undefined ? found.object : undefined;
  if (dependent.perhaps !== undefined && left !== undefined) return perhapsGone(dependent, before);
  const endsWithData = dependent.shares === "the data and its end" && own?.data === "destroyed";
  const isFreed = isFreedWith(object, asked);
  const isGone =
    left === undefined ||
    isFreed ||
    endsWithData ||
    ended.has(nameKey(ref)) ||
    (isTerminating(left) && !isTerminating(object)) ||
    goesLater(left, object, asked);
  const fate =
    dependent.shares !== undefined && own?.data === "destroyed"
      ? sharedFate(object, own)
      : (fateIn(left, object, asked) ?? (isGone ? freedBy(object, before) : undefined));
  const data =
    fate === undefined
      ? {}
      : { fate, fateComes: isFreed ? ("with it" as const) : comesOf(fate, object, before) };
  if (isGone)
    return {
      object: ref,
      effect: "deleted",
      reason: "DeletedWithIt",
      message: isFreed ? freed : (dependent.goes ?? dependent.message),
      ...data,
    };
  if (dependent.stops !== undefined) return { object: ref, effect: "blocked", ...dependent.stops, ...data };
  const news = freshRoots(object, left, asked);
  const [first] = news;
  if (first === undefined)
    return {
      object: ref,
      effect: "continues",
      reason: dependent.reason,
      message: dependent.message,
      ...data,
    };
  return { object: ref, effect: effectOf(news), reason: first.reason, message: toldOf(first, ref), ...data };
}

const freed = say`it is being deleted already, and only pods that are deleted too still use it`;

/** A claim that is being deleted is kept by the pods that use it: all of them are deleted with the object. */
function isFreedWith(object: KubeObject, { before, ended }: Asked): boolean {
  if (object.kind !== "PersistentVolumeClaim" || !isTerminating(object)) return false;
  const pods = podsOfClaim(object, before.cluster);
  const users = pods.read ? pods.items.filter((pod) => podUsesClaimForDeletion(pod, object)) : [];
  return users.length > 0 && users.every((pod) => isTerminating(pod) || ended.has(nameKey(refOf(pod))));
}

/** The object stays, and nothing is left of what it stands for. */
function lostWith(object: KubeObject, reason: string, message: Phrase): Affected {
  const volume = object.kind === "PersistentVolume" ? object : undefined;
  const driver = volume?.spec?.csi?.driver;
  const volumeHandle = volume && volumeHandleOf(volume);
  const fate: Fate = {
    data: "destroyed",
    because: message,
    volume: refOf(object),
    ...(driver === undefined ? {} : { driver }),
    ...(volumeHandle === undefined ? {} : { volumeHandle }),
  };
  return { object: refOf(object), effect: "blocked", reason, message, fate, fateComes: "with it" };
}

/** Whether it is deleted cannot be told: neither can what becomes of data that would be lost then. */
function perhapsGone({ object, reason, perhaps = [] }: Dependent, before: Analysis): Affected {
  const ref = refOf(object);
  const lost = before.future(object, { deleted: ref }).outcomeOf(object)?.tell();
  const isSafe = lost === undefined || lost.data === "kept" || lost.data === "none";
  const fate: Fate | undefined = isSafe ? lost : { ...lost, data: "unknown", because: perhaps };
  return {
    object: ref,
    effect: "unknown",
    reason,
    message: perhaps,
    ...(fate === undefined ? {} : { fate, fateComes: "with it" }),
  };
}

/** Only of these is it a controller that deletes them, later. */
const passing: readonly string[] = ["Pod", "VolumeAttachment"];

function goesLater(left: KubeObject, object: KubeObject, { before, futureIn }: Asked): boolean {
  if (isTerminating(object) || !passing.includes(object.kind)) return false;
  const ref = refOf(object);
  return !futureIn(left).stays(ref) && before.future(object).stays(ref);
}

function fateIn(
  left: KubeObject | undefined,
  object: KubeObject,
  { before, futureIn }: Asked,
): Fate | undefined {
  if (before.disksOf(object).length === 0) return undefined;
  if (left !== undefined) return futureIn(left).outcomeOf(left)?.tell();
  return before
    .future(object, { deleted: refOf(object) })
    .outcomeOf(object)
    ?.tell();
}

/** The disk of a Released volume on which a pod runs. */
function freedBy(object: KubeObject, before: Analysis): Fate | undefined {
  const fates = volumesFreedBy(object, before.cluster).flatMap((volume) => before.fateOf(volume) ?? []);
  return byGravityOfData(fates)[0];
}

/** Data that is lost without the deletion too is no consequence of it. */
function comesOf({ data }: Fate, object: KubeObject, before: Analysis): IfDeleted["fateComes"] {
  const isBad = data !== "kept" && data !== "none";
  return isBad && before.dataOf(object) === data ? "in any case" : "with it";
}

function sharedFate(object: KubeObject, own: Fate): Fate {
  const { along: _, ...fate } = own;
  return { ...fate, volume: refOf(object) };
}

/** What holds the deleted object itself is told with its own deletion. */
function freshRoots(
  object: KubeObject,
  left: KubeObject,
  { object: deleted, before, after }: Asked,
): readonly Hold[] {
  const self = nameKey(refOf(deleted));
  const known = new Set(before.causesOf(object).rootHolds.map(rootKey));
  return after
    .causesOf(left)
    .rootHolds.filter((hold) => !known.has(rootKey(hold)) && nameKey(hold.held) !== self);
}

function rootKey({ reason, holder }: Hold): string {
  return JSON.stringify([reason, holder]);
}

function effectOf(news: readonly Hold[]): Effect {
  const categories = news.map(({ category }) => category);
  if (categories.includes("blocked") || categories.includes("stuck")) return "blocked";
  return categories.includes("unknown") ? "unknown" : "waits";
}

function toldOf({ held, message }: Hold, ref: ObjectRef): Hold["message"] {
  return nameKey(held) === nameKey(ref) ? message : say`${nameOf(held)}: ${message}`;
}
