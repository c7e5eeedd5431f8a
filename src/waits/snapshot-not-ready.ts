import { isSnapshotReady, latestEvent } from "../controllers/index.ts";
import { couldNotRead, defineWait, type FoundHold, nameOf } from "../engine/index.ts";
import {
  type Cluster,
  type Found as FoundObject,
  hint,
  isTerminating,
  type ObjectRef,
  proof,
  refOf,
  say,
  secondsSince,
  type VolumeSnapshot,
} from "../model/index.ts";

type Reason =
  | "SnapshotClassMissing"
  | "SnapshotSourceMissing"
  | "SnapshotFails"
  | "SnapshotInProgress"
  | "SnapshotStalled";

/** How long taking a snapshot may last before it counts as stalled, in seconds. Large copies take their time. */
const patience = 3600;

export default defineWait<"snapshot.storage.k8s.io/v1/volumesnapshots", Reason>({
  wait: "snapshot-not-ready",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  needs: ["snapshot.storage.k8s.io/v1/volumesnapshotclasses", "v1/persistentvolumeclaims", "v1/events"],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go syncUnreadySnapshot, v8.6",
    "kubernetes-csi/external-snapshotter#1305",
  ],
  reasons: {
    SnapshotClassMissing: {
      title: "The snapshot's class does not exist",
      category: "blocked",
      what: "The VolumeSnapshot names a VolumeSnapshotClass that does not exist. It will never be ready.",
      why: "The class was mistyped, or deleted, or never made in this cluster.",
      whatToDo:
        "Create the class, or delete the snapshot: `kubectl delete volumesnapshots.snapshot.storage.k8s.io NAME -n NAMESPACE`.",
    },
    SnapshotSourceMissing: {
      title: "The claim to take a snapshot of does not exist",
      category: "blocked",
      what: "The VolumeSnapshot names a claim that does not exist.",
      why: "The claim was deleted before the snapshot was taken.",
      whatToDo:
        "Delete the snapshot: `kubectl delete volumesnapshots.snapshot.storage.k8s.io NAME -n NAMESPACE`.",
    },
    SnapshotFails: {
      title: "Taking the snapshot fails",
      category: "blocked",
      what: "The snapshot controller or the driver reports an error, and tries again.",
      why: "The error says why. While it lasts, the snapshot holds its source claim.",
      whatToDo: "A person must remove the cause, or delete the snapshot when it is not wanted.",
    },
    SnapshotInProgress: {
      title: "The snapshot is being taken",
      category: "waiting",
      what: "The VolumeSnapshot is not ready, and no error is reported.",
      why: "Taking a snapshot needs a while, copying it to a backup store longer.",
      whatToDo: "Nobody must act. Wait, and run `kubectl pvguard why` again.",
    },
    SnapshotStalled: {
      title: "The snapshot is not ready after more than an hour",
      category: "stuck",
      what: "The VolumeSnapshot is not ready, was asked for more than an hour ago, and no error is reported.",
      why: "The snapshot-controller or the driver's csi-snapshotter does not act, or the copy is very large.",
      whatToDo: "A person must see that snapshot-controller and csi-snapshotter run, and read their logs.",
    },
  },
  holds(snapshot, cluster) {
    if (isTerminating(snapshot) || isSnapshotReady(snapshot)) return [];
    return [
      missingClass(snapshot, cluster) ?? missingSource(snapshot, cluster) ?? failure(snapshot, cluster),
    ];
  },
});

type Found = FoundHold<Reason | "CouldNotRead">;

function missingClass(snapshot: VolumeSnapshot, cluster: Cluster): Found | undefined {
  const name = snapshot.spec?.volumeSnapshotClassName;
  if (name === undefined) return undefined;
  const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotclasses", name);
  const ref: ObjectRef = { apiVersion: "snapshot.storage.k8s.io/v1", kind: "VolumeSnapshotClass", name };
  return missing(found, "SnapshotClassMissing", ref, snapshot, "spec.volumeSnapshotClassName");
}

function missingSource(snapshot: VolumeSnapshot, cluster: Cluster): Found | undefined {
  const name = snapshot.spec?.source?.persistentVolumeClaimName;
  const namespace = snapshot.metadata.namespace ?? "";
  if (name === undefined) return undefined;
  const found = cluster.get("v1/persistentvolumeclaims", name, namespace);
  const ref: ObjectRef = { apiVersion: "v1", kind: "PersistentVolumeClaim", namespace, name };
  return missing(found, "SnapshotSourceMissing", ref, snapshot, "spec.source.persistentVolumeClaimName");
}

function missing(
  found: FoundObject<unknown>,
  reason: Reason,
  ref: ObjectRef,
  snapshot: VolumeSnapshot,
  path: string,
): Found | undefined {
  if (found.state === "found") return undefined;
  if (found.state === "unread") return couldNotRead(found.unread);
  return {
    reason,
    holder: { missing: ref },
    message: say`${nameOf(ref)} does not exist, so the snapshot can never become ready`,
    evidence: [proof(refOf(snapshot), path, ref.name)],
    remedies: [{ remedy: "delete-snapshot", on: refOf(snapshot) }],
  };
}

const failing = [
  "SnapshotContentCreationFailed",
  "SnapshotCreationFailed",
  "SnapshotFinalizerError",
  "ErrorPVCFinalizer",
];

function failure(snapshot: VolumeSnapshot, cluster: Cluster): Found {
  const ref = refOf(snapshot);
  const event = latestEvent(ref, failing, cluster);
  const error =
    snapshot.status?.error?.message ?? (event.state === "found" ? event.object.message : undefined);
  if (error !== undefined) {
    return {
      reason: "SnapshotFails",
      holder: { controller: "snapshot-controller" },
      message: say`taking it fails: ${error}`,
      evidence: [hint(ref, "status.error.message", error)],
      remedies: [{ remedy: "delete-snapshot", on: ref }],
    };
  }
  const isOld = (secondsSince(snapshot.metadata.creationTimestamp, cluster.now) ?? 0) > patience;
  if (event.state === "unread" && !isOld) return couldNotRead(event.unread);
  return {
    reason: isOld ? "SnapshotStalled" : "SnapshotInProgress",
    holder: { controller: "snapshot-controller" },
    message: isOld
      ? say`it is not ready after more than an hour, and no error is reported`
      : say`it is being taken; no error is reported`,
    evidence: [proof(ref, "status.readyToUse", snapshot.status?.readyToUse)],
  };
}
