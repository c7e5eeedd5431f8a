import { releasedOrFailedVolumes } from "../cluster/index.ts";
import { finalizerNames, reclaimPolicyOf } from "../controllers/index.ts";
import type { AuditContext, RuleAnswer } from "../define/index.ts";
import { defineRule } from "../define/index.ts";
import { lastFailure } from "../evidence/index.ts";
import type { PersistentVolume } from "../kubernetes/index.ts";
import { diagnosedFinding, isOld } from "./shared/findings.ts";
import { confidenceIn, outlookOf, reclaimNeeds } from "./shared/reclaim.ts";

export default defineRule({
  code: "PVG303",
  name: "volume-never-deleted",
  title: "A volume should be deleted, but nothing will ever delete it",
  on: ["v1/persistentvolumes"],
  only: [releasedOrFailedVolumes],
  needs: reclaimNeeds,
  what: "A PersistentVolume with policy Delete is Released or Failed, and nothing in the cluster can delete its disk.",
  why: "It was created manually and no plugin deletes its type; its driver is not installed or cannot delete; the machine that held the data no longer exists; or it is Failed, and a CSI provisioner deletes only Released volumes.",
  whatToDo:
    'See what comes first for this volume: `kubectl pvguard why pv/NAME`. Where nothing can delete it, set it to Retain, which is what happens to it anyway: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then you must delete the disk in the storage backend, and the object.',
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go findDeletablePlugin, 1.36",
    "kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go shouldDelete, v13",
    "IBM/ibm-spectrum-scale-csi#98",
  ],
  check(volume, context) {
    const { phase, lastPhaseTransitionTime } = volume.status ?? {};
    if (phase !== "Released" && phase !== "Failed") return [];
    if (reclaimPolicyOf(volume) === "Retain") return [];
    if (!isOld(lastPhaseTransitionTime, context.olderThan, context.cluster.now)) return [];
    const found = diagnosedFinding(volume, context, {
      by: ["released", "failed", finalizerNames.externalProvisioner],
      wanted: ({ reason }) => outlookOf(reason) === "never",
      more: () => confidenceIn(volume, context),
    });
    return "unread" in found || found.length > 0 ? found : untold(volume, context);
  },
});

/** If the events were not read, a deletion that fails looks like one that no controller tries. */
function untold(volume: PersistentVolume, context: AuditContext): RuleAnswer {
  const isOverdue = context.ownHolds(volume).some(({ reason }) => reason === "DeletionOverdue");
  const failure = lastFailure(volume, "delete-disk", context.cluster);
  return isOverdue && failure.is === "unread" ? { unread: failure.unread } : [];
}
