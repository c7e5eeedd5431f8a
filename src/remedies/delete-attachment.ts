import type { Cluster } from "../cluster/index.ts";
import { isNodeReady, isPodFinished, podsUsingAttachment, reportsInUse } from "../controllers/index.ts";
import { acceptance, defineRemedy } from "../define/index.ts";
import { driverAttaches, driverInstalled, isReplaced, nodePluginRuns } from "../evidence/index.ts";
import type { Phrase, VolumeAttachment } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";
import type { Acceptance } from "../report/index.ts";
import { deletionFix } from "./shared/acts.ts";

/** What is known of the machine that it is attached to. */
type Use = "unused" | "no attacher" | "no driver" | "no node plugin" | "perhaps in use" | "unknown";

const costs: Readonly<Record<Use, Phrase>> = {
  unused: say`No pod on the node uses the volume, and the node does not report it as in use. The finalizer remains, so the attacher detaches the volume properly before the object is deleted.`,
  "no attacher": say`No pod on the node uses the volume. Its driver does not attach volumes, so it may run without an external-attacher. Then the object stays Terminating until its finalizer is removed too.`,
  "no driver": say`The driver is not installed. Without it, no attacher detaches the volume: the object stays Terminating, and no pod on that node can use the volume, until the driver is installed again. The node may still have the volume mounted.`,
  "no node plugin": say`The driver is not registered on the node, so the kubelet cannot unmount the volume there. After a restart, the kubelet does not report such a mount. If the volume is still mounted, the attacher detaches it all the same, and data that was not written yet is lost.`,
  "perhaps in use": say`The attacher then detaches the volume. If something on that machine still writes to it, data that was not written yet is lost.`,
  unknown: say`The attacher then detaches the volume from a machine whose state is unknown. If that machine still runs, it continues to write while another machine mounts the volume, and the data is damaged.`,
};

/** What a person accepts with each. */
const dangers: Readonly<Record<Use, readonly Acceptance[]>> = {
  unused: [],
  "no attacher": [],
  "no driver": [acceptance("VolumeMayBeInUse", costs["no driver"])],
  "no node plugin": [acceptance("VolumeMayBeInUse", costs["no node plugin"])],
  "perhaps in use": [acceptance("VolumeMayBeInUse", costs["perhaps in use"])],
  unknown: [acceptance("NodeMayStillWrite", costs.unknown)],
};

export const deleteAttachment = defineRemedy({
  name: "delete-attachment",
  summary: "Delete a VolumeAttachment, which asks the attacher to detach the volume",
  on: ["storage.k8s.io/v1/volumeattachments"],
  needs: [
    "storage.k8s.io/v1/volumeattachments",
    "v1/persistentvolumes",
    "v1/persistentvolumeclaims",
    "v1/pods",
    "v1/nodes",
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
  ],
  fixDoes: "Deletes a VolumeAttachment that no running pod needs",
  asked: { on: ["storage.k8s.io/v1/volumeattachments"], using: [{}] },
  make(on, _using, cluster) {
    const found = cluster.get("storage.k8s.io/v1/volumeattachments", on.name);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    const use = useOf(found.object, cluster);
    if (use === undefined) return undefined;
    return {
      title: say`Delete ${nameOf(on)}`,
      because: costs[use],
      fix: deletionFix([found.object], dangers[use]),
    };
  },
});

function useOf(attachment: VolumeAttachment, cluster: Cluster): Use | undefined {
  const pods = podsUsingAttachment(attachment, cluster);
  const node = cluster.get("v1/nodes", attachment.spec?.nodeName ?? "");
  const volume = cluster.get("v1/persistentvolumes", attachment.spec?.source?.persistentVolumeName ?? "");
  if (!pods.read || node.state === "unread" || volume.state === "unread") return undefined;
  // It is then unknown who uses it, and the attacher could not detach it.
  const isNamed = attachment.spec?.source?.persistentVolumeName !== undefined;
  if (isNamed && volume.state === "absent") return undefined;
  if (pods.items.some((pod) => !isPodFinished(pod))) return undefined;
  if (node.state === "absent" || !isNodeReady(node.object)) return "unknown";
  if (volume.state === "absent" || isReplaced(node.object, attachment)) return "perhaps in use";
  if (reportsInUse(node.object, volume.object)) return "perhaps in use";
  const driver = attachment.spec?.attacher ?? "";
  return driverAttaches(driver, cluster).is === "refuted"
    ? "no attacher"
    : unlessMounted(driver, node.object.metadata.name, cluster);
}

/**
 * That the node does not report the volume in use proves nothing where the driver's plugin is missing: a kubelet that restarted does
 * not report what it finds mounted if status.volumesAttached does not list it, and cannot unmount it without the plugin.
 * kubernetes/kubernetes pkg/kubelet/volumemanager/reconciler/reconstruct.go updateReconstructedFromNodeStatus, and
 * volume_manager.go GetVolumesInUse, 1.36.
 */
function unlessMounted(driver: string, node: string, cluster: Cluster): Use | undefined {
  switch (nodePluginRuns(driver, node, cluster).is) {
    case "unread":
      return undefined;
    case "refuted":
      return driverInstalled(driver, cluster).is === "refuted" ? "no driver" : "no node plugin";
    case "proven":
    case "likely":
    case "possible":
      return "unused";
  }
}
