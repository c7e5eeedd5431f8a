import { deleted } from "../cluster/index.ts";
import { deletionDeadlocks, finalizerNames, volumeHandleOf } from "../controllers/index.ts";
import { defineRule } from "../define/index.ts";
import { say } from "../kubernetes/index.ts";
import { setRetain } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { sizeOf } from "./shared/findings.ts";

export default defineRule({
  code: "PVG211",
  name: "reclaim-deadlocked",
  title: "A deleted in-tree volume is stuck: its finalizer is refused",
  on: ["v1/persistentvolumes"],
  only: [deleted],
  what: "A Terminating in-tree volume with policy Delete lacks kubernetes.io/pv-controller.",
  why: "The PV controller tries to add that finalizer before it checks anything else, and the API server refuses new finalizers on a deleted object. So every sync fails: the phase never changes, and nothing is ever reclaimed. Kubernetes before 1.31 does not add this finalizer: there, the object is deleted with its claim, and the disk is left behind.",
  whatToDo:
    'Set Retain, so that the controller adds no finalizer: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. The object is then deleted with its claim, and you must delete the disk in the storage backend.',
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller_base.go modifyDeletionFinalizers, 1.36",
    "kubernetes/kubernetes staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go ValidateNoNewFinalizers, 1.36",
  ],
  check(volume) {
    if (!deletionDeadlocks(volume)) return [];
    const { deletionTimestamp, finalizers } = volume.metadata;
    return {
      message: say`the PV controller tries to add ${finalizerNames.pvController} to it, which the API server refuses on a deleted object: it stays ${volume.status?.phase ?? "as it is"}, and ${volumeHandleOf(volume) ?? "its disk"} is never deleted`,
      ...(deletionTimestamp === undefined ? {} : { since: deletionTimestamp }),
      evidence: [
        proof(volume, "metadata.deletionTimestamp", deletionTimestamp),
        proof(volume, "metadata.finalizers", (finalizers ?? []).join(", ")),
      ],
      ...sizeOf(volume),
      remedies: [setRetain(volume)],
    };
  },
});
