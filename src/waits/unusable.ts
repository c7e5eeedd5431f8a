import type { Cluster } from "../cluster/index.ts";
import type { Raise } from "../controllers/index.ts";
import {
  attachDriver,
  claimOf,
  hostsOf,
  isEnough,
  isPodFinished,
  isPodScheduled,
  mayBeRaised,
  podsOfClaim,
  volumeNamed,
} from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { couldNotRead, defineWait, lastChange } from "../define/index.ts";
import { conditionOfClaim, expansionFailed, nodeExpansionFailed, withMeaning } from "../evidence/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say, secondsSince } from "../kubernetes/index.ts";
import { deleteClaim, lowerRequest, restartSidecar, restoreVolume } from "../remedies/index.ts";
import type { RemedyCall } from "../report/index.ts";
import { hint, proof } from "../report/index.ts";
import type { UnusableReason } from "./shared/bound.ts";
import { placementHolds, unusableReasons } from "./shared/bound.ts";
import { podsHeldByVolume } from "./shared/pod-start/pods-held-by-volume.ts";

type Held = FoundHold<UnusableReason | "CouldNotRead">;

export default defineWait({
  wait: "unusable",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/persistentvolumes", "v1/nodes", "v1/events", "v1/pods", "storage.k8s.io/v1/storageclasses"],
  sources: [
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go checkBoundClaims, 1.36",
    "kubernetes-csi/external-resizer pkg/controller/controller.go, v2.2",
    "kubernetes/kubernetes plugin/pkg/admission/storage/persistentvolume/resize/admission.go Validate, 1.36",
    "kubernetes/kubernetes pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaimUpdate, 1.36",
    "kubernetes/kubernetes#78756",
    "kubernetes-csi/external-resizer#132",
  ],
  reasons: unusableReasons,
  holds(claim, cluster) {
    if (claim.status?.phase !== "Bound" || isTerminating(claim)) return [];
    const name = claim.spec?.volumeName ?? "";
    if (name === "") return [];
    const found = cluster.get("v1/persistentvolumes", name);
    // That the volume was not read is said by the wait volume-deleted-under-claim.
    if (found.state === "unread") return [];
    if (found.state === "absent") return missing(claim, name);
    const volume = found.object;
    const owner = notOurs(claim, volume);
    if (owner !== undefined) return owner;
    return [
      ...placementHolds(volume, cluster, [giveUp(claim, volume)]),
      ...resizeHolds(claim, volume, cluster),
    ];
  },
});

function missing(claim: PersistentVolumeClaim, name: string): Held {
  return {
    reason: "BoundVolumeMissing",
    holder: { missing: volumeNamed(name) },
    message: say`its volume pv/${name} does not exist: only the link is lost, the disk is probably intact`,
    evidence: [proof(claim, "spec.volumeName", name)],
    remedies: [restoreVolume(claim)],
    avoid: {
      step: say`restart the pods that use the claim`,
      because: say`without the volume object they would not start again`,
    },
  };
}

function notOurs(claim: PersistentVolumeClaim, volume: PersistentVolume): Held | undefined {
  const uid = claimOf(volume)?.uid;
  if (volume.spec?.claimRef === undefined || uid === claim.metadata.uid) return undefined;
  return {
    reason: "BoundVolumeNotOurs",
    holder: { object: refOf(volume) },
    message: say`the claim is Bound to ${nameOf(volume)}, but that volume belongs to another claim (uid ${uid ?? "none"})`,
    evidence: [proof(volume, "spec.claimRef.uid", uid), proof(claim, "metadata.uid", claim.metadata.uid)],
  };
}

function giveUp(claim: PersistentVolumeClaim, volume: PersistentVolume): RemedyCall {
  return deleteClaim(claim, { lost: hostsOf(volume).join(", ") });
}

/** What an expansion of a Bound claim waits for; nothing when it has what it asks for. */
function resizeHolds(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  cluster: Cluster,
): readonly Held[] {
  const isGrowing = (claim.status?.conditions ?? []).length > 0;
  // The wait pod-of-claim says so, with the words of the kubelet.
  if (
    isGrowing &&
    podsHeldByVolume(claim, volume, cluster).some(({ reason }) => reason === "NodeResizeFails")
  )
    return [];
  const onNode = nodeExpansionFailed(claim);
  if (onNode.is === "proven") return [nodeFails(claim, onNode.text ?? "", cluster)];
  if (conditionOfClaim(claim, "FileSystemResizePending") !== undefined) return [fileSystem(claim, cluster)];
  const wanted = claim.spec?.resources?.requests?.storage;
  const given = claim.status?.capacity?.storage;
  if (given === undefined || isEnough(given, wanted)) return [];
  return [controller(claim, wanted ?? "", given, cluster)];
}

function controller(claim: PersistentVolumeClaim, wanted: string, given: string, cluster: Cluster): Held {
  const on = refOf(claim);
  const failure = expansionFailed(claim, cluster);
  // Asked for here, so that it is read together with the events: the remedy tells the rest of it.
  const raise = mayBeRaised(claim, cluster);
  if (failure.is === "unread") return couldNotRead(failure.unread);
  const { text } = failure;
  const evidence = [
    proof(on, "spec.resources.requests.storage", wanted),
    proof(on, "status.capacity.storage", given),
  ];
  const delay = delayOf(claim, cluster);
  if (text === undefined && delay !== "none") {
    return {
      reason: "ResizeOverdue",
      holder: { controller: "external-resizer" },
      message: {
        "not begun": say`the claim is to be expanded from ${given} to ${wanted}, but after more than ten minutes the expansion has not begun; the data is not affected${withoutClass(raise)}`,
        "not ended": say`the claim has been expanding from ${given} to ${wanted} for a long time, and no failure is recorded; the data is not affected${withoutClass(raise)}`,
      }[delay],
      evidence,
      remedies: [
        restartSidecar(on, { controller: "csi-resizer", driver: "its driver" }),
        lowerRequest(claim, { above: given }),
      ],
    };
  }
  if (text === undefined) {
    return {
      reason: "ResizeInProgress",
      holder: { controller: "external-resizer" },
      message: say`the claim is being expanded from ${given} to ${wanted}`,
      evidence,
    };
  }
  return {
    reason: "ResizeFails",
    holder: { controller: "external-resizer" },
    message: withMeaning(
      say`the expansion is stuck between ${given} and ${wanted}, and the data is not affected${withoutClass(raise)}`,
      text,
      driverOf(claim, cluster),
    ),
    evidence: [...evidence, hint(on, "event", text)],
    remedies: [lowerRequest(claim, { above: given })],
    avoid: {
      step: say`delete the claim to start again`,
      because: say`with policy Delete the data would be deleted with it: set Retain first`,
    },
  };
}

/** Readers who see that the class is missing would take that for the cause. */
function withoutClass(raise: Raise): Phrase {
  return raise.may === "no" && raise.because === "class missing"
    ? say` (its StorageClass ${raise.name} does not exist, which does not stop the expansion)`
    : [];
}

/** Seconds that an expansion may take before it is reported. */
const patience = 600;

/**
 * The resizer says that it begins before it asks the driver. Where it has not, only the last change tells since when it
 * could have, and only an object that was read with its managed fields tells that one.
 * kubernetes-csi/external-resizer pkg/controller/expand_and_recover.go markControllerResizeInProgress, v2.2.
 */
function delayOf(claim: PersistentVolumeClaim, cluster: Cluster): "none" | "not begun" | "not ended" {
  const begun = conditionOfClaim(claim, "Resizing");
  if (begun !== undefined) return isLongAgo(begun.lastTransitionTime, cluster) ? "not ended" : "none";
  const isTimed = (claim.metadata.managedFields ?? []).some(({ time }) => time !== undefined);
  return isTimed && isLongAgo(lastChange(claim), cluster) ? "not begun" : "none";
}

function isLongAgo(time: string | undefined, cluster: Cluster): boolean {
  const waited = secondsSince(time, cluster.now);
  return waited !== undefined && waited > patience;
}

function fileSystem(claim: PersistentVolumeClaim, cluster: Cluster): Held {
  const pods = podsOfClaim(claim, cluster);
  const user = pods.read ? pods.items.find((pod) => isPodScheduled(pod) && !isPodFinished(pod)) : undefined;
  return {
    reason: "FileSystemResizeWaitsForPod",
    holder: user === undefined ? { person: "owner" } : { object: refOf(user) },
    isRoot: true,
    message:
      user === undefined
        ? say`the driver has finished its part in the storage backend; the node does the rest when a pod mounts the volume`
        : say`the driver has finished its part in the storage backend; the kubelet does the rest while ${nameOf(user)} uses the volume`,
    evidence: [proof(claim, "status.conditions", "FileSystemResizePending")],
  };
}

/** A driver may leave the whole expansion to the node: then not even the disk has grown. The same repository, pkg/resizer/trivial_resizer.go. */
function nodeFails(claim: PersistentVolumeClaim, message: string, cluster: Cluster): Held {
  return {
    reason: "NodeResizeFails",
    holder: { controller: "kubelet" },
    message: withMeaning(
      say`the driver has finished its part in the storage backend, but the node fails to expand the volume`,
      message,
      driverOf(claim, cluster),
    ),
    evidence: [proof(claim, "status.conditions", "NodeResizeError")],
  };
}

/** The driver of the claim's volume. */
function driverOf(claim: PersistentVolumeClaim, cluster: Cluster): string {
  const found = cluster.get("v1/persistentvolumes", claim.spec?.volumeName ?? "");
  return found.state === "found" ? (attachDriver(found.object) ?? "") : "";
}
