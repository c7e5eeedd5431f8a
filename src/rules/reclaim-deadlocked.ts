import { deletionDeadlocks, finalizerNames, volumeHandleOf } from "../controllers/index.ts";
import { defineRule } from "../engine/index.ts";
import { deleted, proof, refOf, say } from "../model/index.ts";
import { sizeOf } from "./shared/size.ts";

export default defineRule({
  code: "PVG211",
  name: "reclaim-deadlocked",
  title: "A deleted in-tree volume is stuck for good: its finalizer is refused",
  severity: "warning",
  confidence: "certain",
  on: ["v1/persistentvolumes"],
  only: [deleted],
  needs: [],
  doc: {
    what: "A Terminating in-tree volume with policy Delete lacks kubernetes.io/pv-controller.",
    why: "The PV controller tries to add that finalizer before it looks at anything else, and the API server refuses new finalizers on a deleted object. So each sync fails: the phase never changes, and nothing is ever reclaimed. Kubernetes before 1.31 adds no such finalizer: there the object goes with its claim, and the disk stays behind.",
    whatToDo:
      'Set Retain, with which the controller adds nothing: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. The object then goes with its claim, and a person must delete the disk in the backend.',
  },
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller_base.go modifyDeletionFinalizers, 1.36",
    "kubernetes/kubernetes staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go ValidateNoNewFinalizers, 1.36",
  ],
  check(volume) {
    if (!deletionDeadlocks(volume)) return [];
    const on = refOf(volume);
    const { deletionTimestamp, finalizers } = volume.metadata;
    return [
      {
        message: say`the PV controller wants to add ${finalizerNames.pvController} to it, which the API server refuses on a deleted object: it stays ${volume.status?.phase ?? "as it is"}, and ${volumeHandleOf(volume) ?? "its disk"} is never deleted`,
        ...(deletionTimestamp === undefined ? {} : { since: deletionTimestamp }),
        evidence: [
          proof(on, "metadata.deletionTimestamp", deletionTimestamp),
          proof(on, "metadata.finalizers", (finalizers ?? []).join(", ")),
        ],
        ...sizeOf(volume),
        remedies: [{ remedy: "set-retain", on }],
      },
    ];
  },
});
