import { driverPresence, isYoungerThan } from "../../../controllers/index.ts";
import { couldNotRead } from "../../../engine/index.ts";
import {
  type Cluster,
  everywhere,
  secondsSince,
  someOf,
  type VolumeAttachment,
} from "../../../model/index.ts";
import { isDetached } from "./detach-error.ts";
import {
  type DetachHold,
  driverMissing,
  failing,
  inProgress,
  nodeGone,
  nodeReplaced,
  noNodes,
  notRecorded,
  notRunning,
  volumeGone,
} from "./detach-holds.ts";

/** A detach that takes longer than this, in seconds, without an error is not under way. */
const patience = 120;

/** Why a VolumeAttachment that is being deleted still has the finalizer of its attacher. */
export function detaching(attachment: VolumeAttachment, cluster: Cluster): readonly DetachHold[] {
  const driver = attachment.spec?.attacher ?? "";
  const volumeName = attachment.spec?.source?.persistentVolumeName;
  const volume = volumeName === undefined ? undefined : cluster.get("v1/persistentvolumes", volumeName);
  if (volume?.state === "unread") return [couldNotRead(volume.unread)];
  const node = cluster.get("v1/nodes", attachment.spec?.nodeName ?? "");
  if (node.state === "unread") return [couldNotRead(node.unread)];
  const presence = driverPresence(driver, cluster);
  if (presence.presence === "unread") return [couldNotRead(presence.unread)];
  if (volumeName !== undefined && volume?.state === "absent") return [volumeGone(attachment, volumeName)];
  if (presence.presence === "absent") return [driverMissing(attachment, driver)];
  const error = attachment.status?.detachError?.message ?? "";
  if (isDetached(error)) return [notRecorded(attachment, error)];
  if (node.state === "absent") return [withoutNode(attachment, cluster)];
  if (isYoungerThan(node.object, attachment)) return [nodeReplaced(attachment, node.object)];
  if (error !== "") return [failing(attachment, error)];
  return [isYoung(attachment, cluster) ? inProgress(attachment) : notRunning(attachment, cluster)];
}

function withoutNode(attachment: VolumeAttachment, cluster: Cluster): DetachHold {
  const isNew = attachment.status?.detachError === undefined && isYoung(attachment, cluster);
  if (isNew) return inProgress(attachment);
  return hasNodes(cluster) ? nodeGone(attachment) : noNodes(attachment);
}

/** Where the nodes were not all read there may be some. */
function hasNodes(cluster: Cluster): boolean {
  const nodes = cluster.walkAll("v1/nodes", everywhere);
  return !nodes.read || someOf(nodes.objects);
}

function isYoung(attachment: VolumeAttachment, cluster: Cluster): boolean {
  const waited = secondsSince(attachment.metadata.deletionTimestamp, cluster.now);
  return waited !== undefined && waited < patience;
}
