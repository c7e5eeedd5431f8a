import type { Cluster, Unread } from "../cluster/index.ts";
import {
  finalizerNames,
  handlingOf,
  snapshotController,
  snapshotsOfClaim,
  snapshotsThatUse,
} from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineFinalizer, notToRemove, stuck, waiting } from "../define/index.ts";
import type { PersistentVolumeClaim, VolumeSnapshot } from "../kubernetes/index.ts";
import { instant, isTerminating, nameKey, nameOf, refOf, say } from "../kubernetes/index.ts";
import { deleteSnapshot, dropFinalizer, restartSidecar, takeSnapshot } from "../remedies/index.ts";
import type { RemedyCall } from "../report/index.ts";
import { proof } from "../report/index.ts";

const finalizer = finalizerNames.pvcAsSource;

export default defineFinalizer({
  finalizer,
  on: ["v1/persistentvolumeclaims"],
  owner: "snapshot-controller",
  needs: [
    "snapshot.storage.k8s.io/v1/volumesnapshots",
    "snapshot.storage.k8s.io/v1/volumesnapshotclasses",
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
    "v1/persistentvolumes",
  ],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go ensurePVCFinalizer, isPVCBeingUsed, checkandRemovePVCFinalizer, removeSnapshotFinalizer, v8.6",
    "kubernetes-csi/external-snapshotter#1305",
  ],
  addedWhen: "The snapshot-controller starts to take a snapshot of the claim.",
  releasedWhen:
    "Every VolumeSnapshot of the claim is ready to use. The controller checks this only while it handles a VolumeSnapshot of the claim.",
  ifForced:
    "A snapshot in progress can lose the volume that it is taken from. It is then incomplete, or fails.",
  manualRemoval: {
    safety: "risky",
    check: "No VolumeSnapshot that is not ready names the claim as its source.",
  },
  since: "external-snapshotter 2.0 (Kubernetes 1.17)",
  reasons: {
    SnapshotNotReady: waiting("A snapshot of the claim is not ready", {
      what: "A VolumeSnapshot whose source is the claim is not ready to use. Snapshots that are in progress, failed or misconfigured all count.",
      why: "The claim must not be deleted while a snapshot of it may still be in progress.",
      whatToDo:
        "Look at the snapshot: `kubectl pvguard why volumesnapshots.snapshot.storage.k8s.io/NAME -n NAMESPACE`. A snapshot that can never become ready must be deleted.",
    }),
    SnapshotsNotHandled: blocked("The snapshot-controller does not process the claim's snapshots", {
      what: "Each VolumeSnapshot of the claim names a VolumeSnapshotClass that does not exist, or names none.",
      why: "The snapshot-controller looks for the class first. Without a class, it does nothing for the snapshot or its claim.",
      whatToDo:
        "An administrator must create the class again. Or delete one of the snapshots, if it is not needed: `kubectl delete volumesnapshots.snapshot.storage.k8s.io NAME -n NAMESPACE`.",
    }),
    NoSnapshotLeft: stuck("No snapshot of the claim is left, so nothing checks it again", {
      what: "No VolumeSnapshot names the claim as its source, but the finalizer remains.",
      why: "The snapshot-controller decides about the claim only while it handles a VolumeSnapshot of the claim, even after a restart. The last VolumeSnapshot was deleted without that decision.",
      whatToDo:
        "Take a snapshot of the claim: `kubectl create -f snapshot.yaml`. Once it is ready, the snapshot-controller releases the claim. Removing only this finalizer manually does the same without a snapshot.",
    }),
    SnapshotApiGone: stuck("The cluster no longer serves the VolumeSnapshot API", {
      what: "The API snapshot.storage.k8s.io is not served: its definitions were removed, and every VolumeSnapshot with them. The finalizer remains.",
      why: "The external-snapshotter was uninstalled before this claim was deleted. No controller now checks the finalizer. Even if the external-snapshotter is installed again, it does not check the finalizer as long as the claim has no VolumeSnapshot.",
      whatToDo:
        "A person must check that the storage backend is not copying a snapshot of the volume right now. Then remove only this finalizer: `kubectl patch pvc NAME -n NAMESPACE --type=json`.",
    }),
  },
  holds(claim, cluster) {
    const snapshots = snapshotsOfClaim(claim, cluster);
    if (!snapshots.read) return couldNotRead(snapshots.unread);
    const unready = snapshotsThatUse(claim, snapshots.items);
    // A snapshot that is being deleted releases the claim before it is deleted itself, as soon as it is handled.
    let unread: Unread | undefined;
    for (const snapshot of unready) {
      const isReleased = releases(snapshot, claim, cluster);
      if (isReleased === "yes") return [];
      if (isReleased !== "no") unread ??= isReleased;
    }
    if (unread !== undefined) return couldNotRead(unread);
    if (unready.length > 0) return unready.map((snapshot) => inTheMaking(snapshot, claim));
    if (snapshots.items.length > 0) return notHandled(snapshots.items, cluster);
    return cluster.serves("snapshot.storage.k8s.io/v1/volumesnapshots") === "no"
      ? apiGone(claim)
      : nobodyLooks(claim);
  },
  idle: (claim) => [restartSidecar(claim, { controller: "snapshot-controller", driver: "the cluster" })],
});

type Reason = "SnapshotNotReady" | "SnapshotsNotHandled" | "NoSnapshotLeft" | "SnapshotApiGone";

/**
 * Does the snapshot-controller, when it handles this snapshot next, remove the finalizer from the claim? It does so for a
 * deleted snapshot also while its content cannot be deleted. kubernetes-csi/external-snapshotter
 * pkg/common-controller/snapshot_controller.go checkandRemoveSnapshotFinalizersAndCheckandDeleteContent,
 * removeSnapshotFinalizer, v8.6.
 */
function releases(
  snapshot: VolumeSnapshot,
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): "yes" | "no" | Unread {
  if (!isTerminating(snapshot)) return "no";
  const decision = snapshotController.decide(snapshot, cluster);
  if (decision.decides === "unknown") return decision.unread;
  const isReleased =
    decision.decides === "act" &&
    decision.actions.some(
      (action) =>
        action.do === "remove-finalizer" &&
        action.finalizer === finalizer &&
        nameKey(action.object) === nameKey(refOf(claim)),
    );
  return isReleased ? "yes" : "no";
}

function notHandled(
  snapshots: readonly VolumeSnapshot[],
  cluster: Cluster,
): readonly FoundHold<Reason | "CouldNotRead">[] {
  const holds: FoundHold<Reason | "CouldNotRead">[] = [];
  for (const snapshot of snapshots) {
    const handling = handlingOf(snapshot, cluster);
    if (handling.state === "handled") return [];
    holds.push(handling.state === "unread" ? couldNotRead(handling.unread) : leftAlone(snapshot));
  }
  return holds;
}

function leftAlone(snapshot: VolumeSnapshot): FoundHold<Reason> {
  const ref = refOf(snapshot);
  const name = snapshot.spec?.volumeSnapshotClassName;
  return {
    reason: "SnapshotsNotHandled",
    holder: { object: ref },
    message:
      name === undefined
        ? say`${nameOf(ref)} is ready but names no class, so the snapshot-controller does not process it`
        : say`${nameOf(ref)} is ready, but its class ${name} does not exist, so the snapshot-controller does not process it`,
    evidence: [proof(ref, "spec.volumeSnapshotClassName", name)],
  };
}

function inTheMaking(snapshot: VolumeSnapshot, claim: PersistentVolumeClaim): FoundHold<Reason> {
  const ref = refOf(snapshot);
  const isLate = startedAfterDeletion(snapshot, claim);
  return {
    reason: "SnapshotNotReady",
    holder: { object: ref },
    message: isLate
      ? say`${nameOf(ref)} was requested after the deletion of the claim began, and is not ready`
      : say`${nameOf(ref)} of this claim is not ready`,
    ifDeleted: say`${nameOf(ref)} of this claim is not ready`,
    evidence: [proof(ref, "status.readyToUse", snapshot.status?.readyToUse)],
    remedies: isLate ? [deleteSnapshot(snapshot)] : [],
    avoid: notToRemove(
      finalizer,
      claim,
      say`a snapshot of the claim is not ready, and may still be read from the volume`,
    ),
  };
}

/** A snapshot schedule still runs: each of its new snapshots holds the claim again. */
function startedAfterDeletion(snapshot: VolumeSnapshot, claim: PersistentVolumeClaim): boolean {
  const asked = instant(snapshot.metadata.creationTimestamp);
  const deleted = instant(claim.metadata.deletionTimestamp);
  return asked !== undefined && deleted !== undefined && asked > deleted;
}

function nobodyLooks(claim: PersistentVolumeClaim): FoundHold<Reason> {
  return {
    reason: "NoSnapshotLeft",
    holder: { controller: "snapshot-controller" },
    message: say`no VolumeSnapshot of the claim is left, and the snapshot-controller checks a claim only while it handles one of its snapshots`,
    evidence: [proof(claim, "metadata.finalizers", finalizer)],
    remedies: [
      takeSnapshot(claim),
      byHand(claim, "No snapshot of the claim is left, so none can be interrupted."),
    ],
    avoid: {
      step: say`restart the snapshot-controller`,
      because: say`a restart helps only where a snapshot of the claim is left to check`,
    },
  };
}

function apiGone(claim: PersistentVolumeClaim): FoundHold<Reason> {
  return {
    reason: "SnapshotApiGone",
    holder: { controller: "snapshot-controller" },
    message: say`the cluster no longer serves VolumeSnapshots, so no controller removes ${finalizer}`,
    evidence: [proof(claim, "metadata.finalizers", finalizer)],
    remedies: [
      byHand(claim, "This cluster has no VolumeSnapshots, so no snapshot of the claim can be interrupted."),
    ],
  };
}

function byHand(claim: PersistentVolumeClaim, because: string): RemedyCall {
  return dropFinalizer(claim, { finalizer, costs: "the work alone", because });
}
