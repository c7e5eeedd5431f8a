import type { Cluster } from "../cluster/index.ts";
import {
  isNodeReady,
  isOutOfService,
  isPodFinished,
  nodeNamed,
  podsUsingAttachment,
  reportsInUse,
} from "../controllers/index.ts";
import { couldNotRead, defineWait } from "../define/index.ts";
import {
  countedAsAttached,
  driverAttaches,
  driverInstalled,
  evidenceAgainst,
  explained,
  holdsUp,
  nodeHasNoRoom,
  nodeOfAttachmentReplaced,
  nodePluginRuns,
  saysInUse,
  saysLimitReached,
  saysNotRegistered,
  saysVolumeIsDeleted,
  withMeaning,
} from "../evidence/index.ts";
import type { Node, PersistentVolume, Pod, VolumeAttachment } from "../kubernetes/index.ts";
import { isTerminating, say, secondsSince } from "../kubernetes/index.ts";
import { reinstallDriver, repairDriver, restartSidecar, startNodePlugin } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import type { AttachmentHold } from "./shared/attachment.ts";
import {
  inUse,
  neverAttached,
  ofNoDriver,
  outOfService,
  refused,
  staleMount,
  staleWithoutPlugin,
  usedBy,
  volumeGone,
} from "./shared/attachment.ts";
import {
  leftAttached,
  nodeGone,
  nodeNotReady,
  nodeReplaced,
  podOfGoneNode,
} from "./shared/attachment-node.ts";
import { attachmentReasons } from "./shared/attachment-reasons.ts";
import { usersElsewhere } from "./shared/users-elsewhere.ts";

export default defineWait({
  wait: "attachment-detach",
  on: ["storage.k8s.io/v1/volumeattachments"],
  needs: [
    "v1/persistentvolumes",
    "v1/persistentvolumeclaims",
    "v1/pods",
    "v1/nodes",
    "storage.k8s.io/v1/csinodes",
    "storage.k8s.io/v1/csidrivers",
    "coordination.k8s.io/v1/leases",
    "storage.k8s.io/v1/volumeattachments",
    "v1/events",
  ],
  sources: [
    "kubernetes/kubernetes pkg/controller/nodelifecycle/node_lifecycle_controller.go monitorNodeHealth, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reconcile, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/attach_detach_controller.go processVolumeAttachments, 1.36",
    "kubernetes/kubernetes pkg/volume/util/operationexecutor/operation_generator.go GenerateVolumesAreAttachedFunc, 1.36",
    "kubernetes-csi/external-attacher pkg/controller/csi_handler.go csiAttach, syncDetach, csiDetach, v4.12",
    "kubernetes-csi/external-attacher#66",
    "kubernetes/kubernetes#97230",
    "kubernetes/kubernetes#67853",
  ],
  reasons: attachmentReasons,
  holds: whyAttached,
  remark: inUse,
});

/** Why a VolumeAttachment that was not deleted remains. An attachment in normal use needs no explanation. */
function whyAttached(attachment: VolumeAttachment, cluster: Cluster): readonly AttachmentHold[] {
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
  const attaches = driverAttaches(attachment.spec?.attacher ?? "", cluster);
  if (attaches.is === "unread") return [couldNotRead(attaches.unread)];
  const isCounted = node.state === "found" && holdsUp(countedAsAttached(node.object, volume.object));
  if (attaches.is === "refuted" && users.length === 0 && !isCounted)
    return [ofNoDriver(attachment, attaches)];
  if (node.state === "absent")
    return users.length > 0
      ? users.map((pod) =>
          isTerminating(pod) ? usedBy(attachment, pod, cluster) : podOfGoneNode(attachment, pod),
        )
      : [nodeGone(attachment, cluster)];
  const isOld = nodeOfAttachmentReplaced(attachment, node.object, cluster).is === "likely";
  if (isOld) return [nodeReplaced(attachment, node.object, cluster)];
  return users.length > 0
    ? needed(attachment, volume.object, users, cluster)
    : [unneeded(attachment, volume.object, node.object, cluster)];
}

function needed(
  attachment: VolumeAttachment,
  volume: PersistentVolume,
  users: readonly Pod[],
  cluster: Cluster,
): readonly AttachmentHold[] {
  const leaving = users.filter(isTerminating).map((pod) => usedBy(attachment, pod, cluster));
  const staying = users.filter((pod) => !isTerminating(pod));
  if (staying.length > 0 && isRefused(attachment, volume)) return [...leaving, refused(attachment, volume)];
  const blocking = isTerminating(volume) ? staying.map((pod) => usedBy(attachment, pod, cluster)) : [];
  const pending =
    attachment.status?.attached === true || staying.length === 0
      ? []
      : [attaching(attachment, volume, cluster)];
  return [...leaving, ...blocking, ...pending];
}

/** The attacher refuses a volume that is being deleted before it calls the driver, and always will. */
function isRefused({ status }: VolumeAttachment, volume: PersistentVolume): boolean {
  const error = status?.attachError?.message ?? "";
  return status?.attached !== true && isTerminating(volume) && saysVolumeIsDeleted(error);
}

function unneeded(
  attachment: VolumeAttachment,
  volume: PersistentVolume,
  node: Node,
  cluster: Cluster,
): AttachmentHold {
  if (isOutOfService(node)) return outOfService(attachment, node);
  if (!isNodeReady(node)) return nodeNotReady(attachment, node, volume, cluster.now);
  if (reportsInUse(node, volume)) {
    const runs = nodePluginRuns(attachment.spec?.attacher ?? "", attachment.spec?.nodeName ?? "", cluster);
    if (runs.is === "unread") return couldNotRead(runs.unread);
    // The kubelet reports to its CSINode, and the driver is not among those that have registered.
    return runs.is === "refuted" && runs.csiNode !== "missing"
      ? staleWithoutPlugin(attachment, node, volume)
      : staleMount(attachment, node, volume);
  }
  return attachment.status?.attached === true
    ? leftAttached(attachment, node, volume, cluster)
    : neverAttached(attachment);
}

/** An attach that takes longer than this, in seconds, without an error is not under way. */
const patience = 120;

/** Why a volume that a pod needs is not attached yet. */
function attaching(attachment: VolumeAttachment, volume: PersistentVolume, cluster: Cluster): AttachmentHold {
  const driver = attachment.spec?.attacher ?? "";
  const node = attachment.spec?.nodeName ?? "?";
  const error = attachment.status?.attachError?.message ?? "";
  const plugin = nodePluginRuns(driver, node, cluster);
  if (error !== "" && saysNotRegistered(error)) {
    return {
      reason: "DriverNotOnNode",
      holder: { driver },
      message: say`${driver} is not registered on node/${node}, so the volume cannot be attached there: ${error}`,
      evidence: [proof(attachment, "status.attachError.message", error)],
      remedies: [startNodePlugin(nodeNamed(node), { driver })],
    };
  }
  const full = noRoom(attachment, error, cluster);
  if (full !== undefined) return full;
  if (error !== "") {
    const other = saysInUse(error) ? usersElsewhere(volume, node, cluster) : { words: [], evidence: [] };
    const failed = say`${driver} fails to attach the volume to node/${node}${other.words}`;
    return {
      reason: "AttachFails",
      holder: { driver },
      message: withMeaning(failed, error, driver),
      evidence: [proof(attachment, "status.attachError.message", error), ...other.evidence],
      remedies: [repairDriver(attachment, { driver, trouble: troubleOf(error, driver) })],
    };
  }
  const age = secondsSince(attachment.metadata.creationTimestamp, cluster.now);
  const evidence = [proof(attachment, "metadata.creationTimestamp", attachment.metadata.creationTimestamp)];
  if (age !== undefined && age < patience) {
    return {
      reason: "AttachInProgress",
      holder: { driver },
      message: say`the volume is being attached to node/${node}`,
      evidence,
    };
  }
  if (plugin.is === "refuted") {
    const installed = driverInstalled(driver, cluster);
    const base = { reason: "DriverNotOnNode", holder: { driver } } as const;
    return installed.is === "refuted"
      ? {
          ...base,
          message: say`${driver} is not installed: no CSIDriver and no node has that name, so nothing can attach the volume to node/${node}. If it never was, the volume is for another platform or names the wrong driver`,
          evidence: [...evidenceAgainst(plugin), ...evidenceAgainst(installed)],
          remedies: [reinstallDriver(attachment, { driver })],
        }
      : {
          ...base,
          message: say`${driver} is not registered on node/${node}, so the external-attacher has no ID of the machine and cannot attach the volume there`,
          evidence: evidenceAgainst(plugin),
          remedies: [startNodePlugin(nodeNamed(node), { driver })],
        };
  }
  return {
    reason: "AttacherNotAttaching",
    holder: { controller: `external-attacher of ${driver}` },
    message: say`the external-attacher of ${driver} has neither attached the volume to node/${node} nor recorded an error`,
    evidence,
    remedies: [restartSidecar(attachment, { controller: "csi-attacher", driver })],
  };
}

/** The attacher does not count, and leaves it to the driver to refuse. */
function noRoom(attachment: VolumeAttachment, error: string, cluster: Cluster): AttachmentHold | undefined {
  const { attacher = "the driver", nodeName = "?" } = attachment.spec ?? {};
  const answer = nodeHasNoRoom(attachment, cluster);
  if (answer.is !== "proven" || !saysLimitReached(error)) return undefined;
  return {
    reason: "NodeHasNoRoom",
    holder: { driver: attacher },
    message: say`node/${nodeName} has ${answer.others ?? 0} other volumes of ${attacher}, and may have ${answer.limit ?? 0}: ${error}`,
    evidence: [...answer.for, proof(attachment, "status.attachError.message", error)],
    remedies: [repairDriver(attachment, { driver: attacher, trouble: "attach" })],
  };
}

/** A known error says itself what must be done, or that a retry is enough. */
function troubleOf(error: string, driver: string): "attach" | "attach-known" | "attach-retried" {
  const known = explained(error, driver);
  if (known === undefined) return "attach";
  return known.retry === "alone" && known.mends === undefined ? "attach-retried" : "attach-known";
}
