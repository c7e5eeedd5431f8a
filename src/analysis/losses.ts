import type { Cluster, Unread } from "../cluster/index.ts";
import { objectOf } from "../cluster/index.ts";
import {
  attachmentsNaming,
  claimNamed,
  claimsOfPod,
  dataSourcesOf,
  foundSource,
  goesUnderRetain,
  podsOfClaim,
  reclaimPolicyOf,
  volumeHandleOf,
  volumesNaming,
} from "../controllers/index.ts";
import type { Relative } from "../define/index.ts";
import { relativesOf } from "../define/index.ts";
import type { KubeObject, ObjectRef } from "../kubernetes/index.ts";
import { nameKey, refOf } from "../kubernetes/index.ts";
import type { Act, DataFate, Fate, Hold } from "../report/index.ts";
import type { Timeline } from "./analysis.ts";
import { isOnlyReleased } from "./disks/ending.ts";
import { unseenFate } from "./disks/fate.ts";
import { claimsGoingWithFew } from "./disks/freed-claims.ts";
import { isDataGone } from "./disks/known-already.ts";
import type { Prerequisite, TimedMove } from "./timeline/steps.ts";

/** What a future does to a disk or a snapshot that a person would not want lost. */
export interface LostDisk {
  /** The volume or the content that stands for it. */
  readonly record: ObjectRef;
  readonly data: Extract<DataFate, "destroyed" | "exposed" | "leaked">;
  /** What must end before; `undefined` where no move tells. */
  readonly after: readonly Prerequisite[] | undefined;
  /** The position of the move that loses it; a disk that is left behind is lost by none. */
  readonly at?: number;
}

type Course = Pick<Timeline, "followed" | "moves" | "end">;

/** All that is lost in a future around the objects that take part in it, and that is left behind by those that are followed. */
export function lossesIn({ followed, moves, end }: Course, cluster: Cluster): readonly LostDisk[] {
  const losses = moves.flatMap((move, at) => lossBy(move, at) ?? []);
  const gone = followed.filter(
    (object) =>
      isToBeDeleted(object) && end.find(refOf(object)) === undefined && !isDataGone(object, cluster),
  );
  if (gone.length === 0) return losses;
  const last = new Map(moves.map((move) => [nameKey(move.action.object), move]));
  const destroyed = moves.filter(({ action }) => action.do === "destroy-backend");
  const ended = new Set(destroyed.map(({ action }) => nameKey(action.object)));
  const left = gone
    .map((object) => ({ object, record: refOf(object) }))
    .filter(({ record }) => !ended.has(nameKey(record)));
  return [
    ...losses,
    ...left.map(({ object, record }): LostDisk => {
      const data = object.kind === "PersistentVolume" && goesUnderRetain(object) ? "destroyed" : "leaked";
      return { record, data, after: last.get(nameKey(record))?.allAfter };
    }),
  ];
}

/** Of what is gone already nothing is lost. */
function lossBy({ action, data, allAfter: after }: TimedMove, at: number): LostDisk | undefined {
  const record = action.object;
  if (action.do === "destroy-backend")
    return data === "gone" ? undefined : { record, data: "destroyed", after, at };
  const isOpened = action.do === "clear-claim-ref" && action.part === "whole";
  return isOpened ? { record, data: "exposed", after, at } : undefined;
}

/** Something is behind it that is to be deleted with it. */
function isToBeDeleted(object: KubeObject): boolean {
  switch (object.kind) {
    case "PersistentVolume":
      return (
        goesUnderRetain(object) ||
        (reclaimPolicyOf(object) === "Delete" && volumeHandleOf(object) !== undefined)
      );
    case "VolumeSnapshotContent":
      return object.spec?.deletionPolicy === "Delete" && object.status?.snapshotHandle !== undefined;
    default:
      return false;
  }
}

/** Does this loss come as well, and no later, by what is lost otherwise? */
export function isAmong({ record, data, after }: LostDisk, others: readonly LostDisk[]): boolean {
  if (after === undefined) return false;
  const ofRecord = byRecord(others).get(nameKey(record)) ?? [];
  return ofRecord.some(
    (other) => other.data === data && other.after !== undefined && isWithin(other.after, after),
  );
}

/** Thousands of losses are looked for among the same others, and come after the same conditions: both are remembered. */
const lossesByRecord = new WeakMap<readonly LostDisk[], ReadonlyMap<string, readonly LostDisk[]>>();
const keysOf = new WeakMap<readonly Prerequisite[], ReadonlySet<string>>();
const answersWithin = new WeakMap<readonly Prerequisite[], WeakMap<readonly Prerequisite[], boolean>>();

function byRecord(losses: readonly LostDisk[]): ReadonlyMap<string, readonly LostDisk[]> {
  const before = lossesByRecord.get(losses);
  if (before !== undefined) return before;
  const made = new Map<string, LostDisk[]>();
  for (const loss of losses) {
    const key = nameKey(loss.record);
    made.set(key, [...(made.get(key) ?? []), loss]);
  }
  lossesByRecord.set(losses, made);
  return made;
}

export function isWithin(some: readonly Prerequisite[], all: readonly Prerequisite[]): boolean {
  const answers = answersWithin.get(all) ?? new WeakMap<readonly Prerequisite[], boolean>();
  answersWithin.set(all, answers);
  const answer = answers.get(some) ?? [...keysIn(some)].every((key) => keysIn(all).has(key));
  answers.set(some, answer);
  return answer;
}

function keysIn(prerequisites: readonly Prerequisite[]): ReadonlySet<string> {
  const keys = keysOf.get(prerequisites) ?? new Set(prerequisites.map((each) => JSON.stringify(each)));
  keysOf.set(prerequisites, keys);
  return keys;
}

/** Whether there is data near some objects that a controller could destroy, open or leave behind. */
export type Exposure = "none" | "some" | { readonly unread: Unread };

/** Looks at each object once, however many ask: thousands of pods or snapshots can have one claim. */
export function exposureIn(cluster: Cluster): (object: KubeObject) => Exposure {
  /** With nothing near that could be lost, by key. */
  const harmless = new Set<string>();
  /** Which lead to what could be lost. */
  const leading = new Set<string>();

  return (object) => {
    /** What was looked at, and from where. */
    const seen = new Map<string, string>();
    const open = [{ each: object, from: "" }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { each, from } = next;
      const key = nameKey(refOf(each));
      if (seen.has(key) || harmless.has(key)) continue;
      seen.set(key, from);
      if (leading.has(key) || canBeLost(each, cluster)) {
        for (let on: string | undefined = key; on; on = seen.get(on)) leading.add(on);
        return "some";
      }
      for (const relative of [...relativesOf(each, cluster), ...volumesForClaimOf(each, cluster)]) {
        if ("object" in relative) open.push({ each: relative.object, from: key });
        else if (hidesData(relative.unread, each)) return relative;
      }
    }
    for (const key of seen.keys()) harmless.add(key);
    return "none";
  };
}

/** A claim that is not bound yet has the volumes that name it, and so has one that a pod names and that is not bound or not there. */
export function volumesForClaimOf(object: KubeObject, cluster: Cluster): readonly Relative[] {
  return unboundOf(object, cluster).flatMap((claim): readonly Relative[] => {
    const volumes = volumesNaming(claim, cluster);
    return volumes.read ? volumes.items.map((volume) => ({ object: volume })) : [{ unread: volumes.unread }];
  });
}

function unboundOf(object: KubeObject, cluster: Cluster): readonly ObjectRef[] {
  if (object.kind === "Pod") {
    const named = claimsOfPod(object, cluster);
    const { namespace = "" } = object.metadata;
    const unbound = named.read
      ? named.claims.filter(({ claim }) => claim === "missing" || !claim.spec?.volumeName)
      : [];
    return unbound.map(({ name }) => claimNamed(namespace, name));
  }
  const isUnbound = object.kind === "PersistentVolumeClaim" && (object.spec?.volumeName ?? "") === "";
  return isUnbound ? [refOf(object)] : [];
}

/**
 * What waits for an object, and is no relative of it. What a Pending claim is to be filled from: its deletion goes on when the
 * claim is deleted. The volume of a claim that no longer exists, or was created again: it stays attached until the pod that used
 * it is deleted too, kubernetes/kubernetes pkg/controller/volume/attachdetach/populator/desired_state_of_world_populator.go
 * findAndRemoveDeletedPods, 1.36.
 */
export function waitingFor(object: KubeObject, cluster: Cluster): readonly Relative[] {
  if (object.kind === "Pod")
    return volumesForClaimOf(object, cluster).flatMap((each) => withAttachments(each, cluster));
  if (object.kind !== "PersistentVolumeClaim" || object.status?.phase !== "Pending") return [];
  const sources = dataSourcesOf(object).flatMap((source) => objectOf(foundSource(source, cluster)) ?? []);
  return sources.map((source) => ({ object: source }));
}

/** Other claims that are deleted with the pods that use this one: its deletion waits for these pods. */
export function goingWithUsers(claim: KubeObject, cluster: Cluster): readonly KubeObject[] {
  if (claim.kind !== "PersistentVolumeClaim") return [];
  const pods = podsOfClaim(claim, cluster);
  if (!pods.read) return [];
  const going = pods.items.flatMap((pod) => claimsGoingWithFew(pod, cluster));
  return going.filter((each) => nameKey(refOf(each)) !== nameKey(refOf(claim)));
}

function withAttachments(volume: Relative, cluster: Cluster): readonly Relative[] {
  if (!("object" in volume)) return [];
  const attachments = attachmentsNaming(volume.object.metadata.name, cluster);
  if (attachments.read) return [volume, ...attachments.items.map((object) => ({ object }))];
  return canBeLost(volume.object, cluster) ? [volume, { unread: attachments.unread }] : [volume];
}

/** Its policy keeps neither the disk nor the snapshot. */
export function canBeLost(object: KubeObject, cluster: Cluster): boolean {
  switch (object.kind) {
    case "PersistentVolume":
      return reclaimPolicyOf(object) !== "Retain" || !isOnlyReleased(refOf(object), cluster);
    case "VolumeSnapshotContent":
      return object.spec?.deletionPolicy !== "Retain";
    default:
      return false;
  }
}

/**
 * Behind an attachment is no data that its volume has not. A snapshot that holds a claim is known by the claim; that of a
 * content leads to a claim that nothing else tells of.
 */
function hidesData({ resource }: Unread, beside: KubeObject): boolean {
  if (resource === "snapshot.storage.k8s.io/v1/volumesnapshots")
    return beside.kind === "VolumeSnapshotContent";
  return resource !== "storage.k8s.io/v1/volumeattachments";
}

/** Such an act gives no object a disk that it did not have before. */
export function givesNoDisk(act: Act): boolean {
  switch (act.do) {
    case "delete":
    case "drop-finalizer":
      return true;
    case "edit":
      return act.edits.every(({ path }) => path.startsWith("/metadata/"));
    case "create":
      return false;
  }
}

/** What pods or claims that were not read hold beside the object is not known, nor what becomes of that once they end. */
export function unseenBesideHolder({ holder }: Hold): readonly Fate[] {
  return "unread" in holder && holding.includes(holder.unread.resource) ? unseenFate(holder.unread) : [];
}

const holding: readonly Unread["resource"][] = ["v1/pods", "v1/persistentvolumeclaims"];
