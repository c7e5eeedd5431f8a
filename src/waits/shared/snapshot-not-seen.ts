import type { Cluster } from "../../cluster/index.ts";
import { finalizerNames } from "../../controllers/index.ts";
import type { FoundHold } from "../../define/index.ts";
import { isOverdue } from "../../define/index.ts";
import type { VolumeSnapshot } from "../../kubernetes/index.ts";
import { hasFinalizer, say } from "../../kubernetes/index.ts";
import { deleteSnapshot, restartSidecar } from "../../remedies/index.ts";
import { proof } from "../../report/index.ts";
import type { SnapshotReason } from "./snapshot-reasons.ts";

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
