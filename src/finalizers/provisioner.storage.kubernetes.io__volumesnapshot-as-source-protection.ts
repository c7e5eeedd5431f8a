import type { Cluster } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import { claimsFilledFrom, finalizerNames, isRestoreInProgress } from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineFinalizer, lastChange, stuck } from "../define/index.ts";
import type { VolumeSnapshot } from "../kubernetes/index.ts";
import { say, secondsSince } from "../kubernetes/index.ts";
import { dropFinalizer, restartSidecar } from "../remedies/index.ts";
import { noneFound, proof } from "../report/index.ts";
import { restoringHold } from "./shared/snapshot.ts";

const finalizer = finalizerNames.restoreSourceProtection;

export default defineFinalizer({
  finalizer,
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  owner: "external-provisioner",
  needs: ["v1/persistentvolumeclaims", "snapshot.storage.k8s.io/v1/volumesnapshotclasses"],
  sources: [
    "kubernetes-csi/external-provisioner pkg/controller/snapshot_finalizer_controller.go sweepOrphanedFinalizers, v6.3",
    "kubernetes-csi/external-provisioner#1507",
  ],
  addedWhen: "The external-provisioner starts to restore a claim from the snapshot.",
  releasedWhen:
    "That restore has succeeded. From v6.3.0 on, a sweep every 5 minutes also removes it when no Pending claim uses the snapshot.",
  ifForced: "A restore that is still running can lose its source before it finishes.",
  manualRemoval: {
    safety: "risky",
    check: "No Pending claim, in any namespace, is being restored from the snapshot.",
  },
  since: "external-provisioner 6.2.0",
  reasons: {
    RestorePending: blocked("A claim is still being restored from the snapshot", {
      what: "A claim with the snapshot as its data source is Pending.",
      why: "The snapshot must not be deleted while it may still be read.",
      whatToDo:
        "Look at that claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`. If the claim is not needed, delete it: it has no data yet.",
    }),
    RestoreFinalizerOrphaned: stuck("No claim is being restored, but the finalizer remains", {
      what: "No Pending claim is being restored from the snapshot, but the finalizer remains.",
      why: "An external-provisioner older than v6.3.0 leaves the finalizer when a restore fails. A provisioner that no longer exists never removes it.",
      whatToDo:
        "An administrator must restart the external-provisioner, or upgrade it to v6.3.0. Then remove only this finalizer, if it remains.",
    }),
  },
  holds(snapshot, cluster) {
    const claims = claimsFilledFrom(snapshot, cluster, everywhere);
    if (!claims.read) return couldNotRead(claims.unread);
    const waiting = claims.items.filter((claim) => isRestoreInProgress(claim, snapshot));
    if (waiting.length === 0) return orphaned(snapshot, cluster);
    return waiting.map((claim) => restoringHold("RestorePending", claim, snapshot, finalizer));
  },
});

/** A sweep every five minutes, and what it may be late, in seconds. */
const sweep = 6 * 60;

function orphaned(snapshot: VolumeSnapshot, cluster: Cluster): FoundHold<"RestoreFinalizerOrphaned"> {
  const holder = { controller: "external-provisioner" };
  const evidence = [
    proof(snapshot, "metadata.finalizers", finalizer),
    noneFound(snapshot, "claims that are being restored from it"),
  ];
  if ((secondsSince(lastChange(snapshot), cluster.now) ?? sweep) < sweep) {
    return {
      reason: "RestoreFinalizerOrphaned",
      holder,
      category: "waiting",
      evidence,
      message: say`no claim is being restored from the snapshot; external-provisioner v6.3.0 or later removes ${finalizer} within five minutes`,
    };
  }
  return {
    reason: "RestoreFinalizerOrphaned",
    holder,
    message: say`no claim is being restored from the snapshot, but external-provisioner has not removed ${finalizer}: it was left behind`,
    evidence,
    remedies: [
      restartSidecar(snapshot, {
        controller: "csi-provisioner",
        driver: driverOf(snapshot, cluster),
      }),
      dropFinalizer(snapshot, {
        finalizer,
        costs: "the work alone",
        because: "No claim is being restored from the snapshot, so no restore can be interrupted.",
      }),
    ],
  };
}

/** As its class names it; what was not read is not named. */
function driverOf(snapshot: VolumeSnapshot, cluster: Cluster): string {
  const name = snapshot.spec?.volumeSnapshotClassName ?? "";
  const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotclasses", name);
  return (found.state === "found" ? found.object.driver : undefined) ?? "the snapshot's driver";
}
