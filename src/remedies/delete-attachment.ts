import type { Cluster } from "../cluster/index.ts";
import { isNodeReady, isPodFinished, podsUsingAttachment, reportsInUse } from "../controllers/index.ts";
import { acceptance, defineRemedy } from "../define/index.ts";
import { driverAttaches, isReplaced } from "../evidence/index.ts";
import type { Phrase, VolumeAttachment } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";
import type { Acceptance } from "../report/index.ts";
import { deletionOf } from "./shared/acts.ts";

/** What is known of the machine that it is attached to. */
type Use = "unused" | "no attacher" | "perhaps in use" | "unknown";

const costs: Readonly<Record<Use, Phrase>> = {
  unused: say`No pod on the node uses the volume, and the node does not report it as in use. The finalizer remains, so the attacher detaches the volume properly before the object is deleted.`,
  "no attacher": say`No pod on the node uses the volume. Its driver does not attach volumes, so it may run without an external-attacher. Then the object stays Terminating until its finalizer is removed too.`,
  "perhaps in use": say`The attacher then detaches the volume. If something on that machine still writes to it, data that was not written yet is lost.`,
  unknown: say`The attacher then detaches the volume from a machine whose state is unknown. If that machine still runs, it continues to write while another machine mounts the volume, and the data is damaged.`,
};

/** What a person accepts with each. */
const dangers: Readonly<Record<Use, readonly Acceptance[]>> = {
  unused: [],
  "no attacher": [],
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
      fix: deletionOf([found.object], dangers[use]),
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
  return driverAttaches(attachment.spec?.attacher ?? "", cluster).is === "refuted" ? "no attacher" : "unused";
}
