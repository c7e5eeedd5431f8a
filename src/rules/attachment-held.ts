import { heldRule } from "./shared/findings.ts";

export default heldRule({
  code: "PVG103",
  name: "attachment-held",
  title: "An attachment stays Terminating",
  on: ["storage.k8s.io/v1/volumeattachments"],
  what: "A VolumeAttachment has been Terminating for longer than --older-than.",
  why: "The driver could not detach the volume from its node, or its attacher does not run. Until the attachment is deleted, no other node gets the volume, and its disk is not deleted.",
  whatToDo: "Look at the driver's error: `kubectl pvguard why volumeattachment/NAME`.",
  sources: ["kubernetes-csi/external-attacher pkg/controller/csi_handler.go csiDetach, v4.12"],
});
