import type { Listed } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import {
  attachDriver,
  attachmentsByVolume,
  byName,
  isNodeReady,
  nodesByListedVolume,
  reportedAttached,
  reportedInUse,
  volumesByHandle,
} from "../controllers/index.ts";
import type { RuleFinding } from "../define/index.ts";
import { defineRule, matches } from "../define/index.ts";
import { driverAttaches, listingOf, nodesListing } from "../evidence/index.ts";
import type { Node, PersistentVolume, Phrase, VolumeAttachment } from "../kubernetes/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";
import { checkController, inspectNode } from "../remedies/index.ts";
import { hint } from "../report/index.ts";
import { attachmentsOf, sizeOf } from "./shared/findings.ts";

export default defineRule({
  code: "PVG217",
  name: "volume-listed-unattached",
  title: "A node lists a volume that no VolumeAttachment attaches to it",
  confidence: "likely",
  on: ["v1/persistentvolumes"],
  only: [
    matches(volumesByHandle, "some", nodesByListedVolume),
    matches(byName("v1/persistentvolumes"), "none", attachmentsByVolume),
  ],
  needs: [
    "storage.k8s.io/v1/volumeattachments",
    "storage.k8s.io/v1/csidrivers",
    "v1/nodes",
    "v1/persistentvolumeclaims",
    "v1/pods",
  ],
  what: "The status of a Node lists the volume as attached, or as in use although no pod there uses it. No VolumeAttachment names the volume.",
  why: "The attach-detach controller compares the two once a minute, so the list is usually right again soon. If it is not, the VolumeAttachment was removed while the disk was attached. Nothing then keeps another node from attaching the disk, and two machines that write to one file system destroy it.",
  whatToDo:
    "Look again after two minutes. If the node still lists the volume, a person must check in the storage backend where the disk is attached before another pod uses it: `kubectl get node NAME -o yaml`.",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go syncStates, 1.36",
    "kubernetes/kubernetes pkg/volume/csi/csi_attacher.go VolumesAreAttached, 1.36",
    "kubernetes/kubernetes pkg/kubelet/volumemanager/volume_manager.go GetVolumesInUse, 1.36",
  ],
  check(volume, { cluster, once }) {
    // What settles it is looked at first: then the other need not have been read.
    const areRead = cluster.isRead("storage.k8s.io/v1/volumeattachments", everywhere);
    if (areRead && isAttached(once(volume, attachmentsOf))) return [];
    const listed = nodesListing(volume, cluster);
    if (listed.read && listed.items.length === 0) return [];
    const attachments = once(volume, attachmentsOf);
    if (!attachments.read) return { unread: attachments.unread };
    const listing = listingOf(volume, cluster);
    if (!listing.read) return { unread: listing.unread };
    const [mounted] = listing.mounted;
    const [attached] = listing.attached;
    if (mounted === undefined && attached === undefined) return [];
    const attaches = driverAttaches(attachDriver(volume) ?? "", cluster);
    if (attaches.is === "unread") return { unread: attaches.unread };
    // Of such a driver, the controller takes every volume for attached.
    if (attaches.is === "refuted") return [];
    if (mounted !== undefined) return stillMounted(volume, mounted);
    return attached === undefined ? [] : stillListed(volume, attached);
  },
});

function isAttached(attachments: Listed<VolumeAttachment>): boolean {
  return attachments.read && attachments.items.length > 0;
}

function stillMounted(volume: PersistentVolume, node: Node): RuleFinding {
  return {
    message: say`${nameOf(node)}${silence(node)} reports it in use, but no pod there uses it and no VolumeAttachment names it: it may still be mounted there, and nothing keeps another node from attaching it`,
    evidence: [hint(node, "status.volumesInUse", reportedInUse(node, volume))],
    remedies: [inspectNode(node)],
    ...sizeOf(volume),
  };
}

function stillListed(volume: PersistentVolume, node: Node): RuleFinding {
  return {
    message: say`${nameOf(node)} lists it as attached, but no VolumeAttachment names it: the disk may still be attached to that machine, with no record of it`,
    evidence: [hint(node, "status.volumesAttached", reportedAttached(node, volume))],
    remedies: [checkController(volume, { controller: "kube-controller-manager" })],
    ...sizeOf(volume),
  };
}

/** Its list is as old as its last report. */
function silence(node: Node): Phrase {
  return isNodeReady(node) ? [] : say`, which is not Ready,`;
}
