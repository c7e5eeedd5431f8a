import {
  attachmentsByVolume,
  byName,
  isMultiAttachForbidden,
  isNodeReady,
  nodesByListedVolume,
  podsByClaim,
  volumesByHandle,
} from "../controllers/index.ts";
import type { AuditContext, RuleAnswer } from "../define/index.ts";
import { defineRule, matches } from "../define/index.ts";
import { butForOne, isFileShare, strayListing, usedOnNodes } from "../evidence/index.ts";
import type { PersistentVolumeClaim } from "../kubernetes/index.ts";
import { isTerminating, say } from "../kubernetes/index.ts";
import { inspectNode, proveNodeOff } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { attachmentsOf, sizeOf } from "./shared/findings.ts";

export default defineRule({
  code: "PVG214",
  name: "volume-attached-twice",
  title: "A volume for one node is attached to several nodes",
  confidence: "likely",
  on: ["v1/persistentvolumes", "v1/persistentvolumeclaims"],
  only: [
    {
      either: [
        matches(byName("v1/persistentvolumes"), "another", attachmentsByVolume),
        matches(volumesByHandle, "another", nodesByListedVolume),
      ],
    },
    matches(byName("v1/persistentvolumeclaims"), "another", podsByClaim),
  ],
  needs: ["storage.k8s.io/v1/volumeattachments", "v1/nodes", "v1/persistentvolumeclaims", "v1/pods"],
  what: "A PersistentVolume whose access modes allow only one node has several VolumeAttachments that say they are attached. Or it is attached to one node, and another node still reports it in use, although no pod there uses it. Or running pods on several nodes use its claim. Of a file share, such as NFS, that is a note. A driver that pvguard does not know as one can still have shares.",
  why: "Two machines that write to one file system on a disk destroy it. This happens when a node was declared out of service, or an attachment's finalizer was removed manually, while the machine was still running. Where the driver does not attach volumes, no controller keeps two nodes apart. A shared file system, such as NFS, allows it.",
  whatToDo:
    "You must find out which machine really has the disk, and stop the pods on the other. See `kubectl pvguard why pv/NAME`, and `kubectl get pods -n NAMESPACE -o wide`.",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reportMultiAttachError, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/util/util.go IsMultiAttachAllowed, 1.36",
    "kubernetes/kubernetes pkg/kubelet/volumemanager/volume_manager.go GetVolumesInUse, 1.36",
  ],
  check(volume, context) {
    if (volume.kind === "PersistentVolumeClaim") return usedTwice(volume, context);
    const { cluster, once } = context;
    if (!isMultiAttachForbidden(volume)) return [];
    const attachments = once(volume, attachmentsOf);
    if (!attachments.read) return { unread: attachments.unread };
    const attached = attachments.items.filter(({ status }) => status?.attached === true);
    const nodes = new Set(attached.map(({ spec }) => spec?.nodeName ?? ""));
    if (nodes.size > 1) {
      return {
        message: butForOne(
          volume,
          say`its attachments say that it is attached to ${[...nodes].sort().join(" and ")} at the same time`,
        ),
        evidence: attached.map((each) => proof(each, "status.attached", true)),
        ...sizeOf(volume),
      };
    }
    if (attached.length === 0) return [];
    const listing = strayListing(volume, cluster);
    if (!listing.read) return { unread: listing.unread };
    const { stray } = listing;
    if (stray?.how !== "second") return [];
    const { node, message, evidence } = stray;
    const remedies = [isNodeReady(node) ? inspectNode(node) : proveNodeOff(node)];
    return { message, evidence, remedies, ...sizeOf(volume) };
  },
});

/** What the attachments of its volume tell already is the finding of that volume. */
function usedTwice(claim: PersistentVolumeClaim, { cluster }: AuditContext): RuleAnswer {
  if (isTerminating(claim) || claim.status?.phase !== "Bound") return [];
  // A volume for many nodes can have thousands of pods: they are asked for only where they matter.
  if (claim.spec?.accessModes?.some((mode) => mode === "ReadWriteMany" || mode === "ReadOnlyMany")) return [];
  const used = usedOnNodes(claim, cluster);
  if (used.is === "unread") return { unread: used.unread };
  if (used.message === undefined) return [];
  const found = cluster.get("v1/persistentvolumes", claim.spec?.volumeName ?? "");
  if (found.state === "unread") return { unread: found.unread };
  if (found.state === "absent" || !isMultiAttachForbidden(found.object)) return [];
  const attachments = attachmentsOf(found.object, cluster);
  if (attachments.read && attachments.items.filter(({ status }) => status?.attached === true).length > 1)
    return [];
  return [
    {
      message: butForOne(found.object, used.message),
      evidence: used.for,
      ...(used.since === undefined ? {} : { since: used.since }),
      ...(isFileShare(found.object) ? { severity: "note" } : {}),
      ...sizeOf(claim),
    },
  ];
}
