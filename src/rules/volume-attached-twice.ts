import {
  attachmentsByVolume,
  attachmentsNaming,
  byName,
  isMultiAttachForbidden,
} from "../controllers/index.ts";
import { defineRule, matches } from "../define/index.ts";
import { say } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";
import { sizeOf } from "./shared/findings.ts";

export default defineRule({
  code: "PVG214",
  name: "volume-attached-twice",
  title: "A volume for one node is attached to several nodes",
  confidence: "likely",
  on: ["v1/persistentvolumes"],
  only: [matches(byName("v1/persistentvolumes"), "another", attachmentsByVolume)],
  needs: ["storage.k8s.io/v1/volumeattachments"],
  what: "A PersistentVolume whose access modes allow only one node has several VolumeAttachments that say they are attached.",
  why: "Two machines that write to one file system destroy it. This happens when a node was declared out of service, or an attachment's finalizer was removed manually, while the machine was still running.",
  whatToDo:
    "You must find out which machine really has the disk, and stop the pods on the other. See `kubectl pvguard why pv/NAME`.",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reportMultiAttachError, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/util/util.go IsMultiAttachAllowed, 1.36",
  ],
  check(volume, { cluster }) {
    if (!isMultiAttachForbidden(volume)) return [];
    const attachments = attachmentsNaming(volume.metadata.name, cluster);
    if (!attachments.read) return { unread: attachments.unread };
    const attached = attachments.items.filter(({ status }) => status?.attached === true);
    const nodes = [...new Set(attached.map(({ spec }) => spec?.nodeName ?? ""))].sort();
    if (nodes.length < 2) return [];
    return {
      message: say`its attachments say that it is attached to ${nodes.join(" and ")} at the same time, but its access modes allow only one node`,
      evidence: attached.map((each) => proof(each, "status.attached", true)),
      ...sizeOf(volume),
    };
  },
});
