import { annotationNames, readClaimWorld, syncClaim } from "../controllers/index.ts";
import { couldNotRead, defineWait } from "../engine/index.ts";
import { annotationOf, isTerminating } from "../model/index.ts";
import { pendingHold } from "./shared/pending/holds.ts";
import { type PendingHoldReason, pendingReasons } from "./shared/pending/reasons.ts";
import { brokenPromise } from "./shared/pending/selected-node.ts";
import { sourceHolds } from "./shared/pending/source.ts";

export default defineWait<"v1/persistentvolumeclaims", PendingHoldReason>({
  wait: "pending",
  on: ["v1/persistentvolumeclaims"],
  needs: [
    "v1/persistentvolumes",
    "v1/persistentvolumeclaims",
    "v1/pods",
    "v1/nodes",
    "v1/events",
    "storage.k8s.io/v1/storageclasses",
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
    "storage.k8s.io/v1/csistoragecapacities",
    "snapshot.storage.k8s.io/v1/volumesnapshots",
  ],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncUnboundClaim, 1.25 to 1.36",
    "kubernetes-csi/external-provisioner pkg/controller/controller.go Provision, v6.3",
    "kubernetes/kubernetes#100485",
    "kubernetes-csi/external-provisioner#1437",
  ],
  reasons: pendingReasons,
  holds(claim, cluster) {
    if (claim.status?.phase !== "Pending" || isTerminating(claim)) return [];
    // A claim that carries this counts as bound before: it is Lost at the next sync.
    if (annotationOf(claim, annotationNames.bindCompleted) !== undefined) return [];
    const source = sourceHolds(claim, cluster);
    if (source.length > 0) return source;
    const promise = brokenPromise(claim, cluster);
    if (promise !== undefined) return [promise];
    const reading = readClaimWorld(claim, cluster);
    if (!reading.read) return [couldNotRead(reading.unread)];
    return [pendingHold(claim, syncClaim(claim, reading.world), reading.world, cluster)];
  },
});
