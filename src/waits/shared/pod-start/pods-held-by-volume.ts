import type { Cluster } from "../../../cluster/index.ts";
import { isPodFinished, podsOfClaim } from "../../../controllers/index.ts";
import type { Remark } from "../../../define/index.ts";
import { collectionWords, mountBroken } from "../../../evidence/index.ts";
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  Resource,
  VolumeAttachment,
} from "../../../kubernetes/index.ts";
import { isTerminating, nameKey, nameOf, refOf, say, secondsSince } from "../../../kubernetes/index.ts";
import { proof } from "../../../report/index.ts";
import type { StartHold } from "./by-claim.ts";
import { mountReasons } from "./mount-reasons.ts";
import { startReasons } from "./reasons.ts";
import { troublesOf } from "./start-holds.ts";

/** An attach and a mount take this long at most where nothing is wrong, in seconds. */
const normalStart = 300;

/** What tells why a pod that uses a claim and its volume cannot start, besides that claim and that volume. */
export const volumeStartNeeds: readonly Resource[] = [
  "v1/pods",
  "storage.k8s.io/v1/volumeattachments",
  "coordination.k8s.io/v1/leases",
  "v1/events",
  "v1/nodes",
];

/** What a claim and its volume report because a pod cannot start. */
export const volumeStartReasons = {
  ...mountReasons,
  OldAttachmentBeingDeleted: startReasons.OldAttachmentBeingDeleted,
  VolumeOnAnotherNode: startReasons.VolumeOnAnotherNode,
  RolloutWaitsForItself: startReasons.RolloutWaitsForItself,
  ReplicasNeedOneNode: startReasons.ReplicasNeedOneNode,
  AttachmentNotReady: startReasons.AttachmentNotReady,
  NodeOfVolumeOutOfUse: startReasons.NodeOfVolumeOutOfUse,
  NoNodeForVolume: startReasons.NoNodeForVolume,
  VolumesApart: startReasons.VolumesApart,
  VolumeLimitReached: startReasons.VolumeLimitReached,
  ClaimUsedByOtherPod: startReasons.ClaimUsedByOtherPod,
  NodeOfPodGone: startReasons.NodeOfPodGone,
};

type VolumeStartHold = StartHold & { readonly reason: keyof typeof volumeStartReasons | "CouldNotRead" };

/**
 * Why pods that name a claim have not started, as far as this volume is the cause. Of a pod that waits for something else,
 * or that began to start a moment ago, nothing is said.
 */
export function podsHeldByVolume(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  cluster: Cluster,
): readonly VolumeStartHold[] {
  const pods = podsOfClaim(claim, cluster);
  // The report says that pods were not read; that alone is not a problem of a Bound claim.
  if (!pods.read) return [];
  return pods.items.filter(isStarting).flatMap((pod) => {
    const holds = heldBy(pod, claim, volume, cluster);
    return isOverdue(pod, cluster) ? holds : holds.filter((hold) => isOfLostNode(hold, cluster));
  });
}

/** An attachment to a node that no longer exists is not about to be deleted. */
function isOfLostNode({ reason, holder }: StartHold, cluster: Cluster): boolean {
  const found =
    reason === "VolumeOnAnotherNode" && "object" in holder ? cluster.resolve(holder.object) : undefined;
  return (
    found?.state === "found" &&
    found.object.kind === "VolumeAttachment" &&
    cluster.get("v1/nodes", (found.object as VolumeAttachment).spec?.nodeName ?? "").state === "absent"
  );
}

/** Said of a claim and its volume while the garbage collector has not deleted the pod of a missing node yet. */
export function podOfGoneNode(
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): Remark<"NodeOfPodGone"> | undefined {
  const pods = podsOfClaim(claim, cluster);
  if (!pods.read) return undefined;
  for (const pod of pods.items) {
    const collected = isPodFinished(pod) ? [] : collectionWords(pod, cluster);
    if (collected.length > 0)
      return { reason: "NodeOfPodGone", message: say`${nameOf(pod)} uses it, and ${collected}` };
  }
  return undefined;
}

function isStarting(pod: Pod): boolean {
  return (
    (pod.status?.phase === "Pending" || mountBroken(pod).is === "proven") &&
    !isTerminating(pod) &&
    !isPodFinished(pod)
  );
}

function isOverdue({ metadata }: Pod, cluster: Cluster): boolean {
  return (secondsSince(metadata.creationTimestamp, cluster.now) ?? 0) >= normalStart;
}

function heldBy(
  pod: Pod,
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  cluster: Cluster,
): readonly VolumeStartHold[] {
  return troublesOf(pod, cluster)
    .filter(({ volumes }) => volumes.some(({ metadata }) => metadata.name === volume.metadata.name))
    .map(({ hold }) => hold)
    .filter(isOfVolume)
    .filter((hold) => !isSaidByItself(hold, claim, volume))
    .map((hold) => ofPod(hold, pod));
}

function isOfVolume(hold: StartHold): hold is VolumeStartHold {
  return hold.reason === "CouldNotRead" || hold.reason in volumeStartReasons;
}

/** What the pod waits for is this claim or this volume: that says itself what is wrong with it. */
function isSaidByItself(
  { holder }: VolumeStartHold,
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
): boolean {
  if (!("object" in holder)) return false;
  const name = nameKey(holder.object);
  return name === nameKey(refOf(claim)) || name === nameKey(refOf(volume));
}

function ofPod(hold: VolumeStartHold, pod: Pod): VolumeStartHold {
  if (hold.reason === "CouldNotRead") return hold;
  return {
    ...hold,
    message: say`${nameOf(pod)} needs it and cannot start: ${hold.message}`,
    evidence: [proof(pod, "status.phase", pod.status?.phase), ...(hold.evidence ?? [])],
  };
}
