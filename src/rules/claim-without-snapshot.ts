import { boundClaims, live } from "../cluster/index.ts";
import { isSnapshotReady, snapshotsOfClaim, volumeHandleOf } from "../controllers/index.ts";
import { defineRule } from "../define/index.ts";
import { isTerminating, say } from "../kubernetes/index.ts";
import { setRetain } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { volumeAtStake } from "./shared/claims.ts";
import { isOlderThan, sizeOf } from "./shared/findings.ts";

export default defineRule({
  code: "PVG212",
  name: "claim-without-snapshot",
  title: "Deleting a claim would lose its data: no snapshot is ready",
  severity: "note",
  confidence: "likely",
  onlyWith: "risk",
  on: ["v1/persistentvolumeclaims"],
  only: [live, boundClaims],
  needs: ["v1/persistentvolumes", "snapshot.storage.k8s.io/v1/volumesnapshots"],
  what: "A Bound claim's volume has policy Delete, and no VolumeSnapshot of the claim is ready. This rule runs only with --risk.",
  why: "Deleting the claim deletes the data, and Kubernetes has no copy of it. pvguard does not see copies that a backup tool keeps elsewhere.",
  whatToDo:
    "Take snapshots or backups, or set the volume to Retain. You must decide whether the data is worth it.",
  sources: [
    "kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go shouldDelete, v13",
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go, v8.6",
  ],
  check(claim, { cluster, olderThan }) {
    if (isTerminating(claim) || claim.status?.phase !== "Bound") return [];
    if (!isOlderThan(claim, olderThan, cluster.now)) return [];
    const stake = volumeAtStake(claim, cluster);
    if (stake.volume === "unread") return { unread: stake.unread };
    if (stake.volume === "none") return [];
    const snapshots = snapshotsOfClaim(claim, cluster);
    if (!snapshots.read) return { unread: snapshots.unread };
    if (snapshots.items.some((snapshot) => isSnapshotReady(snapshot) && !isTerminating(snapshot))) return [];
    const { volume } = stake;
    return {
      message: say`if it is deleted, ${volumeHandleOf(volume) ?? "its disk"} is deleted too (policy Delete), and it has no ready snapshot`,
      evidence: [proof(volume, "spec.persistentVolumeReclaimPolicy", "Delete")],
      ...sizeOf(claim),
      remedies: [setRetain(volume)],
    };
  },
});
