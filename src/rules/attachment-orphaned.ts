import { attachmentsWithoutNode, live } from "../cluster/index.ts";
import {
  attachmentsByAttacher,
  attachmentsByNode,
  attachmentsByVolume,
  byName,
  csiNodesByDriver,
} from "../controllers/index.ts";
import type { AuditContext, RuleAnswer, RuleFinding } from "../define/index.ts";
import { defineRule, matches } from "../define/index.ts";
import { driverInstalled } from "../evidence/index.ts";
import type { VolumeAttachment } from "../kubernetes/index.ts";
import { isTerminating, say } from "../kubernetes/index.ts";
import { reinstallDriver } from "../remedies/index.ts";
import { hint } from "../report/index.ts";
import { behindAttachment, diagnosedFinding } from "./shared/findings.ts";

const gone: readonly string[] = ["AttachmentVolumeGone", "AttachmentNodeGone"];

/** The attach-detach controller detaches from a missing node after six minutes; so after twice that it is no race, in seconds. */
const patience = 720;

export default defineRule({
  code: "PVG309",
  name: "attachment-orphaned",
  title: "The volume, node or driver of an attachment does not exist",
  on: ["storage.k8s.io/v1/volumeattachments"],
  only: [
    live,
    {
      either: [
        attachmentsWithoutNode,
        { unread: "storage.k8s.io/v1/csidrivers" },
        matches(attachmentsByVolume, "none", byName("v1/persistentvolumes")),
        matches(attachmentsByNode, "none", byName("v1/nodes")),
        matches(attachmentsByAttacher, "none", csiNodesByDriver),
      ],
    },
  ],
  needs: [
    "v1/persistentvolumes",
    "v1/persistentvolumeclaims",
    "v1/nodes",
    "v1/pods",
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
  ],
  what: "A live VolumeAttachment names a PersistentVolume, a Node or a driver that does not exist.",
  why: "Without its volume, no controller ever deletes the attachment, and its detach would fail. Without its node, it should have been deleted after six minutes. Without its driver, no controller can detach the volume. While the attachment exists, the volume is not deleted, and a Node of Cluster API or Karpenter is not deleted either.",
  whatToDo:
    "You must prove in the storage backend that the disk is detached, or that the machine is off: a machine whose Node object does not exist may still run. See `kubectl pvguard why volumeattachment/NAME`.",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/attach_detach_controller.go processVolumeAttachments, 1.36",
    "kubernetes-csi/external-attacher#215",
    "kubernetes/kubernetes#67853",
  ],
  check(attachment, context) {
    if (isTerminating(attachment) || context.isTooNew(attachment, patience)) return [];
    const { nodeName = "", source } = attachment.spec ?? {};
    const volume = source?.persistentVolumeName;
    // An attachment can contain the whole volume itself; then no volume object can be missing.
    if (volume === undefined) return [];
    const of = {
      volume: context.cluster.get("v1/persistentvolumes", volume),
      node: context.cluster.get("v1/nodes", nodeName),
    };
    if (of.volume.state === "absent" || of.node.state === "absent")
      return diagnosedFinding(attachment, context, {
        by: ["attachment-detach"],
        wanted: ({ reason }) => gone.includes(reason),
        more: (hold) => ({
          confidence: hold.reason === "AttachmentNodeGone" ? "likely" : "certain",
          ...behindAttachment(attachment, hold),
        }),
      });
    if (of.volume.state === "unread") return { unread: of.volume.unread };
    if (of.node.state === "unread") return { unread: of.node.unread };
    return driverGone(attachment, context);
  },
});

function driverGone(attachment: VolumeAttachment, { cluster }: AuditContext): RuleAnswer | RuleFinding {
  const attacher = attachment.spec?.attacher ?? "";
  const installed = driverInstalled(attacher, cluster);
  if (installed.is === "unread") return { unread: installed.unread };
  if (installed.is !== "refuted") return [];
  return {
    message: say`its driver ${attacher} is not installed, so no controller can detach the volume from node/${attachment.spec?.nodeName ?? ""}`,
    confidence: "likely",
    evidence: [hint(attachment, "spec.attacher", attacher)],
    remedies: [reinstallDriver(attachment, { driver: attacher })],
  };
}
