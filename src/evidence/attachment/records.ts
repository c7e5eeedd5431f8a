import type { Cluster, Fact, Unread } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import {
  annotationNames,
  attachDriver,
  attachesNothing,
  attachmentsByNode,
  reportedAttached,
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
    ? weigh([], [refutation(node, "status.volumesAttached", null)])
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
  return { ...weigh([proof(csiNode, "spec.drivers.allocatable.count", limit)]), others, limit };
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
    ? weigh([proof(csiNode.object, "spec.drivers.nodeID", now)])
    : {
        ...weigh(
          [],
          [
            hint(attachment, `metadata.annotations["${annotationNames.nodeId}"]`, before),
            hint(csiNode.object, "spec.drivers.nodeID", now),
          ],
        ),
        ids: { before, now },
      };
}

/** A volume of a CSI driver that the status of a node lists, as the attach-detach controller or the kubelet calls it. */
export interface ListedVolume {
  readonly driver: string;
  readonly handle: string;
}

export type Unattached =
  | { readonly read: true; readonly volumes: readonly ListedVolume[] }
  | { readonly read: false; readonly unread: Unread };

/**
 * The volumes that the status of a node lists as attached, and that no VolumeAttachment attaches to it. The attach-detach
 * controller strikes them out within a minute, because it looks for the VolumeAttachment of each.
 * kubernetes/kubernetes pkg/volume/csi/csi_attacher.go VolumesAreAttached and
 * pkg/controller/volume/attachdetach/reconciler/reconciler.go syncStates, 1.36.
 */
export function listedWithoutAttachment(node: Node, cluster: Cluster): Unattached {
  const listed = (node.status?.volumesAttached ?? []).flatMap(({ name = "" }) => csiVolume(name));
  if (listed.length === 0) return { read: true, volumes: [] };
  const attached = cluster.fact(attachedTo, node.metadata.name);
  if (!attached.read) return attached;
  const isUnattached = ({ driver, handle }: ListedVolume) =>
    !attached.all.has(driver) && !attached.handles.has(keyOf(driver, handle));
  const volumes: ListedVolume[] = [];
  for (const volume of listed) {
    if (!isUnattached(volume)) continue;
    const attaches = driverAttaches(volume.driver, cluster);
    if (attaches.is === "unread") return { read: false, unread: attaches.unread };
    // Of such a driver, the controller takes every volume for attached, with or without a VolumeAttachment.
    if (attaches.is !== "refuted") volumes.push(volume);
  }
  return { read: true, volumes };
}

const prefix = "kubernetes.io/csi/";

/** kubernetes/kubernetes pkg/volume/csi/csi_plugin.go GetVolumeName and pkg/volume/util/util.go GetUniqueVolumeName, 1.36. */
function csiVolume(name: string): readonly ListedVolume[] {
  const at = name.indexOf("^");
  if (!name.startsWith(prefix) || at < 0) return [];
  return [{ driver: name.slice(prefix.length, at), handle: name.slice(at + 1) }];
}

const keyOf = (driver: string, handle: string) => `${driver}^${handle}`;

type Attached =
  | {
      readonly read: true;
      readonly handles: ReadonlySet<string>;
      /** The drivers of attachments whose handle cannot be told: any volume of theirs may be attached. */
      readonly all: ReadonlySet<string>;
    }
  | { readonly read: false; readonly unread: Unread };

/** Key: the name of the node. */
const attachedTo: Fact<Attached> = {
  name: "attached-to-node",
  from: ["storage.k8s.io/v1/volumeattachments", "v1/persistentvolumes"],
  workOut(node, cluster) {
    const attachments = cluster.lookup(attachmentsByNode, node, everywhere);
    if (!attachments.read) return attachments;
    const handles = new Set<string>();
    const all = new Set<string>();
    for (const { spec } of attachments.items) {
      const name = spec?.source?.persistentVolumeName;
      const volume = name === undefined ? undefined : cluster.get("v1/persistentvolumes", name);
      if (volume?.state === "unread") return { read: false, unread: volume.unread };
      const handle = volume?.state === "found" ? handleOf(volume.object) : undefined;
      const driver = spec?.attacher ?? "";
      if (handle === undefined) all.add(driver);
      else handles.add(keyOf(driver, handle));
    }
    return { read: true, handles, all };
  },
};

/** Of a migrated volume the controller makes up a handle, so that only that of a CSI source is known. */
function handleOf(volume: PersistentVolume): string | undefined {
  return volume.spec?.csi !== undefined && attachDriver(volume) !== undefined
    ? volume.spec.csi.volumeHandle
    : undefined;
}
