import {
  finalizerNames,
  handlingOf,
  snapshotController,
  snapshotsBySourceClaim,
  snapshotsThatUse,
} from "../controllers/index.ts";
import { couldNotRead, defineFinalizer, type FoundHold, nameOf, notToRemove } from "../engine/index.ts";
import {
  type Cluster,
  inNamespace,
  instant,
  isTerminating,
  keyOf,
  nameKey,
  type PersistentVolumeClaim,
  proof,
  type RemedyCall,
  refOf,
  say,
  type VolumeSnapshot,
} from "../model/index.ts";

const finalizer = finalizerNames.pvcAsSource;

export default defineFinalizer({
  finalizer,
  on: ["v1/persistentvolumeclaims"],
  owner: "snapshot-controller",
  needs: [
    "snapshot.storage.k8s.io/v1/volumesnapshots",
    "snapshot.storage.k8s.io/v1/volumesnapshotclasses",
    "v1/persistentvolumes",
  ],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go ensurePVCFinalizer, isPVCBeingUsed, checkandRemovePVCFinalizer, removeSnapshotFinalizer, v8.6",
    "kubernetes-csi/external-snapshotter#1305",
  ],
  addedWhen: "The snapshot-controller starts to take a snapshot of the claim.",
  releasedWhen:
    "Every VolumeSnapshot of the claim is ready to use. It is looked at only while the controller handles a VolumeSnapshot of the claim.",
  ifForced:
    "A snapshot in progress can be cut off a volume that disappears. It is then incomplete, or fails.",
  manualRemoval: {
    safety: "risky",
    check: "No VolumeSnapshot that is not ready names the claim as its source.",
  },
  since: "external-snapshotter 2.0 (Kubernetes 1.17)",
  reasons: {
    SnapshotNotReady: {
      title: "A snapshot of the claim is not ready",
      category: "waiting",
      what: "A VolumeSnapshot whose source is the claim is not ready to use. In progress, failed and misconfigured ones all count.",
      why: "The claim must not disappear while a snapshot of it may still be in the making.",
      whatToDo:
        "Look at the snapshot: `kubectl pvguard why volumesnapshots.snapshot.storage.k8s.io/NAME -n NAMESPACE`. One that can never become ready must be deleted.",
    },
    SnapshotsNotHandled: {
      title: "The snapshots of the claim are ready, and none of them is handled",
      category: "blocked",
      what: "Each VolumeSnapshot of the claim names a VolumeSnapshotClass that does not exist, or none.",
      why: "The snapshot-controller looks for the class first. Without one it does nothing for the snapshot, nor for its claim.",
      whatToDo:
        "Create the class again; a person must do that. Or delete one of the snapshots, when it is not wanted: `kubectl delete volumesnapshots.snapshot.storage.k8s.io NAME -n NAMESPACE`.",
    },
    NoSnapshotLeft: {
      title: "No snapshot of the claim is left, so nobody looks at it again",
      category: "stuck",
      what: "No VolumeSnapshot names the claim as its source, and the finalizer is still there.",
      why: "The snapshot-controller decides about the claim only while it handles a VolumeSnapshot of it, also after a restart. The last one went without that.",
      whatToDo:
        "Take a snapshot of the claim: `kubectl create -f snapshot.yaml`. Once it is ready, the snapshot-controller lets the claim go. Removing this one finalizer by hand does the same without a snapshot.",
    },
    SnapshotApiGone: {
      title: "The cluster has no VolumeSnapshots any more, so nobody lets go",
      category: "stuck",
      what: "The API snapshot.storage.k8s.io is not served: its definitions were removed, and every VolumeSnapshot with them. The finalizer is still there.",
      why: "The external-snapshotter was uninstalled before this claim was deleted. Nobody looks at the finalizer any more, not even when it is installed again, as long as there is no VolumeSnapshot of the claim.",
      whatToDo:
        "A person must see that the storage is not copying a snapshot of the volume right now. Then remove this one finalizer: `kubectl patch pvc NAME -n NAMESPACE --type=json`.",
    },
  },
  holds(claim, cluster) {
    const { name, namespace = "" } = claim.metadata;
    const snapshots = cluster.lookup(snapshotsBySourceClaim, keyOf(namespace, name), inNamespace(namespace));
    if (!snapshots.read) return [couldNotRead(snapshots.unread)];
    const unready = snapshotsThatUse(claim, snapshots.items);
    // One that is being deleted lets the claim go before itself, as soon as it is handled.
    if (unready.some((snapshot) => releases(snapshot, claim, cluster))) return [];
    if (unready.length > 0) return unready.map((snapshot) => inTheMaking(snapshot, claim));
    if (snapshots.items.length > 0) return notHandled(snapshots.items, cluster);
    return [
      cluster.serves("snapshot.storage.k8s.io/v1/volumesnapshots") === "no"
        ? apiGone(claim)
        : nobodyLooks(claim),
    ];
  },
  idle: (claim) => [
    {
      remedy: "restart-sidecar",
      on: refOf(claim),
      using: { controller: "snapshot-controller", driver: "the cluster" },
    },
  ],
});

type Reason = "SnapshotNotReady" | "SnapshotsNotHandled" | "NoSnapshotLeft" | "SnapshotApiGone";

/**
 * Does the snapshot-controller, when it handles this snapshot next, take the finalizer off the claim? It does so for a
 * deleted snapshot also while its content cannot be deleted. kubernetes-csi/external-snapshotter
 * pkg/common-controller/snapshot_controller.go checkandRemoveSnapshotFinalizersAndCheckandDeleteContent,
 * removeSnapshotFinalizer, v8.6.
 */
function releases(snapshot: VolumeSnapshot, claim: PersistentVolumeClaim, cluster: Cluster): boolean {
  if (!isTerminating(snapshot)) return false;
  const decision = snapshotController.decide(snapshot, cluster);
  return (
    decision.decides === "act" &&
    decision.actions.some(
      (action) =>
        action.do === "remove-finalizer" &&
        action.finalizer === finalizer &&
        nameKey(action.object) === nameKey(refOf(claim)),
    )
  );
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
        ? say`${nameOf(ref)} is ready, but names no class, and the snapshot-controller leaves it alone`
        : say`${nameOf(ref)} is ready, but its class ${name} does not exist, and the snapshot-controller leaves it alone`,
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
      ? say`${nameOf(ref)} was asked for after the claim was deleted, and is not ready`
      : say`${nameOf(ref)} of this claim is not ready`,
    ifDeleted: say`${nameOf(ref)} of this claim is not ready`,
    evidence: [proof(ref, "status.readyToUse", snapshot.status?.readyToUse)],
    remedies: isLate ? [{ remedy: "delete-snapshot", on: ref }] : [],
    avoid: [
      notToRemove(
        finalizer,
        claim,
        say`a snapshot that is not ready holds it, and may still be read from the volume`,
      ),
    ],
  };
}

/** Somebody's schedule goes on: each such snapshot holds the claim again. */
function startedAfterDeletion(snapshot: VolumeSnapshot, claim: PersistentVolumeClaim): boolean {
  const asked = instant(snapshot.metadata.creationTimestamp);
  const deleted = instant(claim.metadata.deletionTimestamp);
  return asked !== undefined && deleted !== undefined && asked > deleted;
}

function nobodyLooks(claim: PersistentVolumeClaim): FoundHold<Reason> {
  const on = refOf(claim);
  return {
    reason: "NoSnapshotLeft",
    holder: { controller: "snapshot-controller" },
    message: say`no VolumeSnapshot of the claim is left, and the snapshot-controller looks at a claim only while it handles one`,
    evidence: [proof(on, "metadata.finalizers", finalizer)],
    remedies: [
      { remedy: "take-snapshot", on },
      byHand(claim, "No snapshot of the claim is left, so none can be cut off."),
    ],
    avoid: [
      {
        step: say`restarting the snapshot-controller`,
        because: say`it helps only where a snapshot of the claim is left to look at`,
      },
    ],
  };
}

function apiGone(claim: PersistentVolumeClaim): FoundHold<Reason> {
  return {
    reason: "SnapshotApiGone",
    holder: { controller: "snapshot-controller" },
    message: say`the cluster does not serve VolumeSnapshots any more, so nobody removes ${finalizer}`,
    evidence: [proof(refOf(claim), "metadata.finalizers", finalizer)],
    remedies: [
      byHand(claim, "There are no VolumeSnapshots in this cluster, so none of the claim can be cut off."),
    ],
  };
}

function byHand(claim: PersistentVolumeClaim, because: string): RemedyCall {
  return {
    remedy: "drop-finalizer",
    on: refOf(claim),
    using: { finalizer, safety: "risky", because },
  };
}
