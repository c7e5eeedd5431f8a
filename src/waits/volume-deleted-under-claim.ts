import { attachDriver, claimOf, outcomeOfDeleted, volumeHandleOf } from "../controllers/index.ts";
import { blocked, couldNotRead, defineWait } from "../define/index.ts";
import type { PersistentVolume, Phrase } from "../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say, words } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";

export default defineWait({
  wait: "volume-deleted-under-claim",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/persistentvolumes"],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/pvprotection/pv_protection_controller.go isBeingUsed, 1.36",
    "kubernetes-csi/external-attacher pkg/controller/csi_handler.go csiAttach: a volume that is being deleted is not attached, v4.12",
    "kubernetes/kubernetes#85465",
  ],
  reasons: {
    VolumeBeingDeleted: blocked("The volume of this claim was deleted", {
      what: "The claim is Bound and not being deleted, but its PersistentVolume has a deletionTimestamp.",
      why: "The volume was deleted, most often by mistake. The claim keeps it: the data still exists, and running pods keep running. But a disk that has to be attached cannot be attached when a pod starts on another node.",
      whatToDo:
        'Set the volume to Retain at once: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Do not restart pods, and do not delete the claim. A person must then plan how to delete the volume object and create it again.',
    }),
  },
  holds(claim, cluster) {
    const name = claim.spec?.volumeName ?? "";
    if (name === "" || isTerminating(claim) || claim.status?.phase !== "Bound") return [];
    const found = cluster.get("v1/persistentvolumes", name);
    if (found.state === "unread") return couldNotRead(found.unread);
    if (found.state === "absent" || !isTerminating(found.object)) return [];
    const volume = found.object;
    const isAttached = attachDriver(volume) !== undefined;
    const lacks = words(isAttached ? ", but no pod can attach it on another node" : "");
    if (claimOf(volume)?.uid !== claim.metadata.uid) return [];
    return {
      reason: "VolumeBeingDeleted",
      holder: { object: refOf(volume) },
      message: say`its ${nameOf(volume)} was deleted and waits for this claim: the data still exists${lacks}`,
      evidence: [proof(volume, "metadata.deletionTimestamp", volume.metadata.deletionTimestamp)],
      avoid: [
        ...(isAttached ? [stayPut] : []),
        {
          step: say`delete the claim`,
          because: whatIsLost(volume),
          deed: { do: "delete", on: refOf(claim) },
        },
      ],
    };
  },
});

const stayPut = {
  step: say`restart or move the pods that use the claim before the volume is created again`,
  because: say`a volume that is being deleted is not attached again`,
};

function whatIsLost(volume: PersistentVolume): Phrase {
  const what = volumeHandleOf(volume) ?? volume.metadata.name;
  switch (outcomeOfDeleted(volume)) {
    case "kept":
      return say`the volume object would be deleted with it, and only a person could make ${what} usable again`;
    case "leaked":
      return say`${what} would remain in the storage backend with no record of it`;
    case "deadlocked":
      return say`the volume object would remain permanently, and no controller would delete ${what} or give it to another claim`;
    case "destroyed":
      return say`${what} would be deleted with the data on it`;
  }
}
