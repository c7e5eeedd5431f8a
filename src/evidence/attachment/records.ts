import type { Cluster, Listed, Unread } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import {
  annotationNames,
  attachesNothing,
  handleKeyOf,
  isPodFinished,
  nodesByListedVolume,
  podsUsingVolume,
  reportedAttached,
  reportsInUse,
  volumeHandleOf,
} from "../../controllers/index.ts";
import type { Node, PersistentVolume, VolumeAttachment } from "../../kubernetes/index.ts";
import { annotationOf } from "../../kubernetes/index.ts";
import { hint, proof, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import { fullNodesOf } from "../nodes/volume-limit.ts";

// Five records speak of one attachment: the VolumeAttachment, what the status of its Node lists as attached and as in use, the
// CSINode, and the CSIDriver. Each question here holds one of them against the others.

/**
 * Does the attach-detach controller count the volume as attached to the node? It lists there what it knows to be attached, and
 * takes a volume out before it detaches it. A VolumeAttachment alone does not tell: the controller looks at those only when it
 * starts.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reconcile, statusupdater/node_status_updater.go
 * updateNodeStatus and attach_detach_controller.go processVolumeAttachments, 1.36.
 */
export function countedAsAttached(node: Node, volume: PersistentVolume): Answer {
  const listed = reportedAttached(node, volume);
  return listed === undefined
    ? weigh(
        [],
        [refutation(node, "status.volumesAttached", `no ${volumeHandleOf(volume) ?? volume.metadata.name}`)],
      )
    : weigh([proof(node, "status.volumesAttached", listed)]);
}

/**
 * Does a driver attach its volumes to nodes? Refuted where its CSIDriver says that it does not: the attach-detach controller then
 * skips its attachments. Without a CSIDriver it does, as far as Kubernetes can tell.
 * kubernetes/kubernetes pkg/volume/csi/csi_plugin.go skipAttach, 1.36.
 */
export function driverAttaches(driver: string, cluster: Cluster): Answer {
  const found = cluster.get("storage.k8s.io/v1/csidrivers", driver);
  if (found.state === "unread") return notLooked(found.unread);
  if (found.state === "absent") return weigh([]);
  const path = "spec.attachRequired";
  return attachesNothing(found.object)
    ? weigh([], [refutation(found.object, path, false)])
    : weigh([proof(found.object, path, found.object.spec?.attachRequired ?? null)]);
}

/**
 * Do the other attachments leave no room for this one? More than the CSINode allows is refused by the driver, though the pod was
 * placed there: pods can bypass the scheduler, and a driver can lower the limit.
 * kubernetes/kubernetes pkg/scheduler/framework/plugins/nodevolumelimits/csi.go Filter, 1.36.
 */
export function nodeHasNoRoom(
  attachment: VolumeAttachment,
  cluster: Cluster,
): Answer<{ readonly others?: number; readonly limit?: number }> {
  const { attacher = "", nodeName = "" } = attachment.spec ?? {};
  const found = fullNodesOf(attacher, cluster);
  if (!found.read) return notLooked(found.unread);
  const full = found.nodes.find((each) => each.node === nodeName);
  const others = (full?.attached ?? 0) - 1;
  if (full === undefined || others < full.limit) return weigh([]);
  const csiNode = { apiVersion: "storage.k8s.io/v1", kind: "CSINode", name: nodeName };
  const { limit } = full;
  return {
    ...weigh([proof(csiNode, `spec.drivers["${attacher}"].allocatable.count`, limit)]),
    others,
    limit,
  };
}

/**
 * Is the machine of a node the one to which the volume was attached? The attacher writes down by which ID its driver knows the
 * machine, and the CSINode and often the providerID name that of the current one. An ID that contains the name of the node tells
 * nothing: another machine of that name has the same.
 * kubernetes-csi/external-attacher pkg/controller/csi_handler.go prepareVANodeID, v4.12.
 */
export function sameMachine(
  attachment: VolumeAttachment,
  node: Node,
  cluster: Cluster,
): Answer<{ readonly ids?: { readonly before: string; readonly now: string } }> {
  const { attacher = "", nodeName = "" } = attachment.spec ?? {};
  const before = annotationOf(attachment, annotationNames.nodeId) ?? "";
  if (before === "" || before.includes(nodeName)) return weigh([]);
  const { providerID = "" } = node.spec ?? {};
  if (providerID.endsWith(`/${before}`)) return weigh([proof(node, "spec.providerID", providerID)]);
  const csiNode = cluster.get("storage.k8s.io/v1/csinodes", nodeName);
  if (csiNode.state === "unread") return notLooked(csiNode.unread);
  if (csiNode.state === "absent") return weigh([]);
  const now = csiNode.object.spec?.drivers?.find(({ name }) => name === attacher)?.nodeID;
  if (now === undefined) return weigh([]);
  return now === before
    ? weigh([proof(csiNode.object, `spec.drivers["${attacher}"].nodeID`, now)])
    : {
        ...weigh(
          [],
          [
            hint(attachment, `metadata.annotations["${annotationNames.nodeId}"]`, before),
            hint(csiNode.object, `spec.drivers["${attacher}"].nodeID`, now),
          ],
        ),
        ids: { before, now },
      };
}

/** The nodes whose status lists a volume. */
type Listing =
  | {
      readonly read: true;
      /** As attached: the kubelet mounts it there. */
      readonly attached: readonly Node[];
      /** In use, though no pod there needs it: the kubelet has it mounted, or had when it last reported. */
      readonly mounted: readonly Node[];
    }
  | { readonly read: false; readonly unread: Unread };

/** The nodes whose status lists the volume, as attached or as in use. */
export function nodesListing(volume: PersistentVolume, cluster: Cluster): Listed<Node> {
  const key = handleKeyOf(volume);
  return key === undefined ? { read: true, items: [] } : cluster.lookup(nodesByListedVolume, key, everywhere);
}

/**
 * The kubelet lists as in use what its pods are to mount, too: that it has the volume mounted shows only where no pod wants it.
 * kubernetes/kubernetes pkg/kubelet/volumemanager/volume_manager.go GetVolumesInUse, 1.36.
 */
export function listingOf(volume: PersistentVolume, cluster: Cluster): Listing {
  const nodes = nodesListing(volume, cluster);
  if (!nodes.read) return nodes;
  const attached = nodes.items.filter((node) => reportedAttached(node, volume) !== undefined);
  const inUse = nodes.items.filter((node) => reportsInUse(node, volume));
  if (inUse.length === 0) return { read: true, attached, mounted: [] };
  const pods = podsUsingVolume(volume, cluster);
  if (!pods.read) return pods;
  const wanted = new Set(pods.items.flatMap((pod) => (isPodFinished(pod) ? [] : (pod.spec?.nodeName ?? []))));
  return { read: true, attached, mounted: inUse.filter(({ metadata }) => !wanted.has(metadata.name)) };
}
