import type { Cluster } from "../../../cluster/index.ts";
import { claimNameOf, isPodFinished, isPodScheduled, podsOfClaim } from "../../../controllers/index.ts";
import { unmountedIn, volumeInEvent } from "../../../evidence/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Pod } from "../../../kubernetes/index.ts";
import { isTerminating, nameOf, say, secondsSince } from "../../../kubernetes/index.ts";
import { proof } from "../../../report/index.ts";
import type { StartHold } from "./by-claim.ts";
import { byAttachments, byEvent } from "./by-volume.ts";
import { startReasons } from "./reasons.ts";

/** An attach and a mount take this long at most where nothing is wrong, in seconds. */
const normalStart = 300;

const { OldAttachmentBeingDeleted, VolumeOnAnotherNode, RolloutWaitsForItself, AttachmentNotReady } =
  startReasons;
const { VolumeNotMounted, VolumeNotAttachedAnew, NodeOfVolumeOutOfUse } = startReasons;

/** What a claim and its volume report because a pod cannot start. */
export const volumeStartReasons = {
  OldAttachmentBeingDeleted,
  VolumeOnAnotherNode,
  RolloutWaitsForItself,
  AttachmentNotReady,
  VolumeNotMounted,
  VolumeNotAttachedAnew,
  NodeOfVolumeOutOfUse,
};

type Held = StartHold & { readonly reason: keyof typeof volumeStartReasons | "CouldNotRead" };

/**
 * Why pods that name a claim have not started, as far as this volume is the cause. Of a pod that waits for something else,
 * or that began to start a moment ago, nothing is said.
 */
export function podsHeldByVolume(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  cluster: Cluster,
): readonly Held[] {
  const pods = podsOfClaim(claim, cluster);
  // The report says that pods were not read; that alone is not a problem of a Bound claim.
  if (!pods.read) return [];
  return pods.items
    .filter((pod) => isOverdue(pod, cluster))
    .flatMap((pod) => heldBy(pod, claim, volume, cluster));
}

function isOverdue(pod: Pod, cluster: Cluster): boolean {
  const age = secondsSince(pod.metadata.creationTimestamp, cluster.now);
  return (
    pod.status?.phase === "Pending" &&
    isPodScheduled(pod) &&
    !isTerminating(pod) &&
    !isPodFinished(pod) &&
    age !== undefined &&
    age >= normalStart
  );
}

function heldBy(
  pod: Pod,
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  cluster: Cluster,
): readonly Held[] {
  const attached = byAttachments(pod, volume, cluster);
  const holds = attached.length > 0 ? attached : byEvent(pod, [volume], cluster);
  return holds
    .filter(isOfVolume)
    .filter((hold) => isAbout(hold, pod, claim, volume))
    .map((hold) => ofPod(hold, pod));
}

function isOfVolume(hold: StartHold): hold is Held {
  return hold.reason === "CouldNotRead" || hold.reason in volumeStartReasons;
}

/**
 * Is an error of the kubelet about this volume? It names the one that it mounts, as the volume is called in the cluster; of
 * those that it waits for, the names within the pod. kubernetes/kubernetes pkg/volume/util/operationexecutor/
 * operation_generator.go, pkg/kubelet/volumemanager/volume_manager.go WaitForAttachAndMount, 1.36.
 */
function isAbout(
  { evidence = [] }: Held,
  pod: Pod,
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
): boolean {
  const said = evidence.filter(({ path }) => path === "event").map(({ observed }) => String(observed));
  return said.every((text) => {
    const named = volumeInEvent(text);
    if (named !== undefined) return named === volume.metadata.name;
    return unmountedIn(text)?.some((each) => isVolumeOf(each, pod, claim)) ?? true;
  });
}

function isVolumeOf(name: string, pod: Pod, claim: PersistentVolumeClaim): boolean {
  return (pod.spec?.volumes ?? []).some(
    (volume) => volume.name === name && claimNameOf(pod, volume) === claim.metadata.name,
  );
}

function ofPod(hold: Held, pod: Pod): Held {
  if (hold.reason === "CouldNotRead") return hold;
  return {
    ...hold,
    message: say`${nameOf(pod)} needs it and cannot start: ${hold.message}`,
    evidence: [proof(pod, "status.phase", pod.status?.phase), ...(hold.evidence ?? [])],
  };
}
