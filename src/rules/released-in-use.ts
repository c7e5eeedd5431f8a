import { releasedVolumes } from "../cluster/index.ts";
import { defineRule } from "../define/index.ts";
import { diagnosedFinding } from "./shared/findings.ts";
import { reclaimNeeds } from "./shared/reclaim.ts";

export default defineRule({
  code: "PVG221",
  name: "released-in-use",
  title: "A pod still runs on the disk of a Released volume",
  severity: "error",
  on: ["v1/persistentvolumes"],
  only: [releasedVolumes],
  needs: reclaimNeeds,
  what: "A PersistentVolume with policy Delete is Released: its claim no longer exists. A pod that names that claim still runs on the node where the disk is attached.",
  why: "The claim was deleted under the pod, most often because its finalizer was removed. Only the attachment keeps the disk. When the pod stops, the disk is deleted with all data on it.",
  whatToDo:
    'Set the volume to Retain at once: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Do not restart the pod before that.',
  sources: [
    "kubernetes-csi/external-provisioner pkg/controller/controller.go canDeleteVolume, v6.3",
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/populator/desired_state_of_world_populator.go findAndRemoveDeletedPods, 1.36",
  ],
  check: (volume, context) =>
    volume.status?.phase === "Released"
      ? diagnosedFinding(volume, context, {
          by: ["released"],
          wanted: ({ reason }) => reason === "ReleasedInUse",
        })
      : [],
});
