import {
  isNodeReady,
  isOutOfService,
  isPodFinished,
  isYoungerThan,
  podsUsingAttachment,
  reportsInUse,
} from "../../../controllers/index.ts";
import { couldNotRead } from "../../../engine/index.ts";
import {
  type Cluster,
  isTerminating,
  type Node,
  type PersistentVolume,
  type Pod,
  type VolumeAttachment,
} from "../../../model/index.ts";
import { attaching } from "./attaching.ts";
import {
  type AttachmentHold,
  forgotten,
  neverAttached,
  nodeGone,
  nodeNotReady,
  nodeReplaced,
  outOfService,
  staleMount,
  usedBy,
  volumeGone,
} from "./found.ts";

/** Why a VolumeAttachment that was not deleted remains. An attachment in normal use needs no explanation. */
export function whyAttached(attachment: VolumeAttachment, cluster: Cluster): readonly AttachmentHold[] {
  const volumeName = attachment.spec?.source?.persistentVolumeName;
  if (isTerminating(attachment) || volumeName === undefined) return [];
  const volume = cluster.get("v1/persistentvolumes", volumeName);
  if (volume.state === "unread") return [couldNotRead(volume.unread)];
  if (volume.state === "absent") return [volumeGone(attachment, volumeName)];
  const node = cluster.get("v1/nodes", attachment.spec?.nodeName ?? "");
  if (node.state === "unread") return [couldNotRead(node.unread)];
  const pods = podsUsingAttachment(attachment, cluster);
  if (!pods.read) return [couldNotRead(pods.unread)];
  const users = pods.items.filter((pod) => !isPodFinished(pod));
  if (node.state === "absent")
    return users.length > 0 ? users.map((pod) => usedBy(attachment, pod)) : [nodeGone(attachment)];
  const isOld =
    isYoungerThan(node.object, attachment) && !users.some(({ status }) => status?.phase === "Running");
  if (isOld) return [nodeReplaced(attachment, node.object, registration(attachment, cluster))];
  return users.length > 0
    ? needed(attachment, volume.object, users, cluster)
    : [unneeded(attachment, volume.object, node.object, cluster)];
}

/** Only what was read says that a driver has not registered. */
function registration(attachment: VolumeAttachment, cluster: Cluster): "yes" | "no" {
  const csiNode = cluster.get("storage.k8s.io/v1/csinodes", attachment.spec?.nodeName ?? "");
  if (csiNode.state !== "found") return csiNode.state === "absent" ? "no" : "yes";
  const names = (csiNode.object.spec?.drivers ?? []).map(({ name }) => name);
  return names.includes(attachment.spec?.attacher) ? "yes" : "no";
}

function needed(
  attachment: VolumeAttachment,
  volume: PersistentVolume,
  users: readonly Pod[],
  cluster: Cluster,
): readonly AttachmentHold[] {
  const leaving = users.filter(isTerminating).map((pod) => usedBy(attachment, pod));
  const staying = users.filter((pod) => !isTerminating(pod));
  const blocking = isTerminating(volume) ? staying.map((pod) => usedBy(attachment, pod)) : [];
  const pending =
    attachment.status?.attached === true || staying.length === 0 ? [] : attaching(attachment, cluster);
  return [...leaving, ...blocking, ...pending];
}

function unneeded(
  attachment: VolumeAttachment,
  volume: PersistentVolume,
  node: Node,
  cluster: Cluster,
): AttachmentHold {
  if (isOutOfService(node)) return outOfService(attachment, node);
  if (!isNodeReady(node)) return nodeNotReady(attachment, node, volume, cluster.now);
  if (reportsInUse(node, volume)) return staleMount(attachment, node, volume);
  return attachment.status?.attached === true ? forgotten(attachment) : neverAttached(attachment);
}
