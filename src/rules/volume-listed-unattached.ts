import type { Listed } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import { attachmentsByVolume, byName, nodesByListedVolume, volumesByHandle } from "../controllers/index.ts";
import { defineRule, matches } from "../define/index.ts";
import { strayListing } from "../evidence/index.ts";
import type { VolumeAttachment } from "../kubernetes/index.ts";
import { checkController, inspectNode } from "../remedies/index.ts";
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
    const listing = strayListing(volume, cluster);
    if (!listing.read) return { unread: listing.unread };
    const { stray } = listing;
    if (stray === undefined || stray.how === "second") return [];
    const { how, node, message, evidence } = stray;
    return {
      message,
      evidence,
      remedies: [
        how === "mounted"
          ? inspectNode(node)
          : checkController(volume, { controller: "kube-controller-manager" }),
      ],
      ...sizeOf(volume),
    };
  },
});

function isAttached(attachments: Listed<VolumeAttachment>): boolean {
  return attachments.read && attachments.items.length > 0;
}
