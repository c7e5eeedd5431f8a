import type { Cluster } from "../../cluster/index.ts";
import { finalizerNames } from "../../controllers/index.ts";
import type { FoundHold } from "../../define/index.ts";
import { blocked, isOverdue, stuck, waiting } from "../../define/index.ts";
import type { VolumeSnapshot } from "../../kubernetes/index.ts";
import { hasFinalizer, say } from "../../kubernetes/index.ts";
import { deleteSnapshot, restartSidecar } from "../../remedies/index.ts";
import { proof } from "../../report/index.ts";

export type SnapshotReason = keyof typeof snapshotReasons;

export const snapshotReasons = {
  SnapshotClassMissing: blocked("The snapshot's class does not exist", {
    what: "The VolumeSnapshot names a VolumeSnapshotClass that does not exist. It cannot be ready before that class exists.",
    why: "The class name was mistyped, or the class was deleted, or it was never created in this cluster.",
    whatToDo:
      "Create the class, or delete the snapshot: `kubectl delete volumesnapshots.snapshot.storage.k8s.io NAME -n NAMESPACE`.",
  }),
  SnapshotSourceMissing: blocked("The source of the snapshot does not exist", {
    what: "The VolumeSnapshot names a claim or a VolumeSnapshotContent that does not exist.",
    why: "The claim was deleted before the snapshot was taken, or the content was never imported.",
    whatToDo:
      "Delete the snapshot: `kubectl delete volumesnapshots.snapshot.storage.k8s.io NAME -n NAMESPACE`.",
  }),
  SnapshotSourceDeleted: blocked("The claim that the snapshot is taken of is being deleted", {
    what: "The snapshot was requested when its claim was already being deleted, and nothing has been taken yet.",
    why: "The snapshot-controller has to add a finalizer to the claim first, and no finalizer can be added to an object that is being deleted.",
    whatToDo:
      "Delete the snapshot: `kubectl delete volumesnapshots.snapshot.storage.k8s.io NAME -n NAMESPACE`. If you need the data, set the volume to Retain instead.",
  }),
  SnapshotSourceNotBound: waiting("The claim that the snapshot is taken of has no volume yet", {
    what: "The VolumeSnapshot names a claim that is not Bound.",
    why: "A snapshot can be taken only after the claim has its volume.",
    whatToDo: "Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  }),
  SnapshotDriverMissing: stuck("The driver of the snapshot's class is not installed", {
    what: "No CSIDriver object and no CSINode has the driver that the VolumeSnapshotClass names.",
    why: "The driver was uninstalled, or its name in the class is mistyped.",
    whatToDo:
      "A person must install the driver, or correct the class. If you do not need the snapshot: `kubectl delete volumesnapshots.snapshot.storage.k8s.io NAME -n NAMESPACE`.",
  }),
  SnapshotFails: blocked("The snapshot cannot be taken", {
    what: "The snapshot controller or the driver reports an error, and retries.",
    why: "The error says why. While it lasts, the snapshot holds its source claim.",
    whatToDo: "A person must remove the cause, or delete the snapshot if it is not needed.",
  }),
  ExistingSnapshotFails: blocked("A snapshot that was taken before cannot be used", {
    what: "The VolumeSnapshot names a VolumeSnapshotContent that was created for a snapshot in the storage backend, as backup tools and imports do. The snapshot controller or the driver reports an error about it, and retries.",
    why: "The error says why. A driver that does not find the snapshot can be configured for another array or account, or can have lost its own records. That says nothing about the snapshot in the storage backend.",
    whatToDo:
      "A person must look for the snapshot in the storage backend by its handle: `kubectl get volumesnapshotcontents.snapshot.storage.k8s.io NAME -o yaml`. Give the driver access to it, or restore from another backup. Do not delete the VolumeSnapshot before that.",
  }),
  SnapshotNotSeen: stuck("No snapshot-controller has acted on the snapshot", {
    what: "The VolumeSnapshot was created more than five minutes ago, and has neither the finalizers nor the status that the snapshot-controller gives each snapshot first.",
    why: "No snapshot-controller runs in this cluster: it belongs to the cluster, not to a driver, and many distributions do not install it. Or it does not serve the version of the API in which the snapshot was created, or may not write.",
    whatToDo:
      "A person must install the snapshot-controller, or make it run: `kubectl get pods -A` finds its pods. It then acts on all snapshots that exist.",
  }),
  SnapshotInProgress: waiting("The snapshot is being taken", {
    what: "The VolumeSnapshot is not ready, and no error is reported.",
    why: "Taking a snapshot takes a while, and copying it to a backup store takes longer.",
    whatToDo: "No action is needed. Wait, and run `kubectl pvguard why` again.",
  }),
  SnapshotStalled: stuck("The snapshot is not ready after more than an hour", {
    what: "The VolumeSnapshot is not ready, was requested more than an hour ago, and no error is reported.",
    why: "The snapshot-controller or the driver's csi-snapshotter does not act, or the copy is very large.",
    whatToDo: "A person must check that snapshot-controller and csi-snapshotter run, and read their logs.",
  }),
};

/**
 * Before anything else, the snapshot-controller adds its finalizers.
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go syncSnapshot, v8.6; NetApp/trident#419.
 */
export function isNotSeen(snapshot: VolumeSnapshot, cluster: Cluster): boolean {
  const own = [finalizerNames.snapshotAsSource, finalizerNames.snapshotBound];
  return (
    snapshot.status === undefined &&
    !own.some((name) => hasFinalizer(snapshot, name)) &&
    isOverdue([snapshot], cluster)
  );
}

export function notSeen(snapshot: VolumeSnapshot): FoundHold<SnapshotReason> {
  return {
    reason: "SnapshotNotSeen",
    holder: { controller: "snapshot-controller" },
    message: say`no snapshot-controller has acted on the snapshot since it was created: it has neither a status nor that controller's finalizers, and the driver takes no snapshot before that`,
    evidence: [proof(snapshot, "status", null)],
    remedies: [
      restartSidecar(snapshot, { controller: "snapshot-controller", driver: "the cluster" }),
      deleteSnapshot(snapshot),
    ],
  };
}
