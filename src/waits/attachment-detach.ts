import { defineWait } from "../engine/index.ts";
import { inUse } from "./shared/attachment/in-use.ts";
import { attachmentReasons } from "./shared/attachment/reasons.ts";
import { whyAttached } from "./shared/attachment/why-attached.ts";

export default defineWait({
  wait: "attachment-detach",
  on: ["storage.k8s.io/v1/volumeattachments"],
  needs: [
    "v1/persistentvolumes",
    "v1/persistentvolumeclaims",
    "v1/pods",
    "v1/nodes",
    "storage.k8s.io/v1/csinodes",
  ],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reconcile, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/attach_detach_controller.go processVolumeAttachments, 1.36",
    "kubernetes/kubernetes pkg/volume/util/operationexecutor/operation_generator.go GenerateVolumesAreAttachedFunc, 1.36",
    "kubernetes-csi/external-attacher pkg/controller/csi_handler.go syncDetach, csiDetach, v4.12",
    "kubernetes-csi/external-attacher#66",
    "kubernetes/kubernetes#97230",
    "kubernetes/kubernetes#67853",
  ],
  reasons: attachmentReasons,
  holds: whyAttached,
  remark: inUse,
});
