import { finalizerNames } from "../../../controllers/index.ts";
import { defineFinalizer } from "../../../engine/index.ts";
import { detaching } from "./detaching.ts";
import { detachReasons } from "./reasons.ts";

export const onAttachment = defineFinalizer({
  finalizer: "external-attacher/<driver>",
  matches: (finalizer) => finalizer.startsWith(finalizerNames.attacherPrefix),
  on: ["storage.k8s.io/v1/volumeattachments"],
  owner: "external-attacher",
  needs: [
    "v1/persistentvolumes",
    "v1/nodes",
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
    "coordination.k8s.io/v1/leases",
  ],
  sources: [
    "kubernetes-csi/external-attacher pkg/controller/csi_handler.go prepareVAFinalizer, syncDetach, csiDetach, v4.12",
    "kubernetes-csi/external-attacher pkg/controller/util.go markAsDetached, GetFinalizerName, v4.12",
    "kubernetes-csi/external-attacher#235",
    "kubernetes-csi/external-attacher#215",
  ],
  addedWhen: "The attacher is about to attach the volume, before it calls the driver.",
  releasedWhen: "The VolumeAttachment is being deleted, and the driver has detached the volume.",
  ifForced:
    "Kubernetes considers the volume detached, whatever the storage backend says. The volume may then be attached to a second machine while the first still writes to it, and its data is damaged.",
  manualRemoval: {
    safety: "loses-data",
    check:
      "The storage backend shows that the volume is not attached to that machine, or the machine is off or no longer exists.",
  },
  since: "Kubernetes 1.9",
  reasons: detachReasons,
  holds: detaching,
});
