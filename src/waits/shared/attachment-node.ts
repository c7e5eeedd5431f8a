import type { Cluster } from "../../cluster/index.ts";
import {
  attachDetachController,
  forcedDetachAfter,
  nodeNamed,
  readyChangedAt,
  reportsInUse,
} from "../../controllers/index.ts";
import { couldNotRead } from "../../define/index.ts";
import type { Answer } from "../../evidence/index.ts";
import {
  countedAsAttached,
  detachesFromWrongMachine,
  driverInstalled,
  evidenceAgainst,
  holdsUp,
  machineOff,
  nodePluginRuns,
  nodeRemoved,
  toldIn,
} from "../../evidence/index.ts";
import type { Node, PersistentVolume, VolumeAttachment } from "../../kubernetes/index.ts";
import { humanDuration, say, secondsSince } from "../../kubernetes/index.ts";
import {
  checkController,
  deleteAttachment,
  proveDetached,
  proveNodeOff,
  reinstallDriver,
  startNodePlugin,
  taintOutOfService,
} from "../../remedies/index.ts";
import { hint, proof } from "../../report/index.ts";
import type { AttachmentHold } from "./attachment.ts";
import { nodeOf } from "./attachment.ts";

export function nodeGone(attachment: VolumeAttachment, cluster: Cluster): AttachmentHold {
  const node = nodeNamed(nodeOf(attachment));
  const told = toldIn(nodeRemoved(node, cluster));
  const ago = secondsSince(told?.at, cluster.now);
  const left = ago === undefined ? undefined : podsCollectedAfter + forcedDetachAfter - ago;
  const isAhead = left !== undefined && left > 0;
  const when = isAhead
    ? say`: the attach-detach controller detaches it by force within ${humanDuration(left)}, if the node does not come back`
    : forcedDetach;
  return {
    reason: "AttachmentNodeGone",
    category: isAhead ? "waiting" : "blocked",
    holder: isAhead ? { controller: "attachdetach-controller" } : { person: "administrator" },
    message: say`node/${nodeOf(attachment)} no longer exists, and the volume is still attached to it${when}. Kubernetes cannot tell whether that machine is off`,
    evidence: [
      proof(attachment, "spec.nodeName", nodeOf(attachment)),
      proof(node, "metadata.name", null),
      ...(isAhead ? [hint(node, "event", told?.message ?? "")] : []),
    ],
    remedies: [proveDetached(attachment), deleteAttachment(attachment)],
    avoid: {
      step: say`treat the missing Node as a machine that is off`,
      because: say`it may only be deregistered, or have joined another cluster, with the disk still mounted`,
    },
  };
}

export function nodeReplaced(attachment: VolumeAttachment, node: Node, cluster: Cluster): AttachmentHold {
  const { attacher = "the driver", nodeName = "" } = attachment.spec ?? {};
  // Only what was read says that a driver has not registered.
  const isRegistered = nodePluginRuns(attacher, nodeName, cluster).is !== "refuted";
  const wrong = detachesFromWrongMachine(attachment, node, cluster);
  const isOverdue = attachDetachController.decide(attachment, cluster).decides === "act";
  return {
    reason: "AttachmentNodeReplaced",
    holder: isOverdue ? { controller: attachDetachController.name } : { person: "administrator" },
    message: say`node/${nodeOf(attachment)} was replaced at ${node.metadata.creationTimestamp ?? ""}, after this attachment was created: it is another machine, and the volume may still be attached to the old one${wrong.words}${isRegistered ? [] : say`; ${attacher} has not registered on the new one yet`}${isOverdue ? notDeletedYet : []}`,
    evidence: [
      proof(node, "metadata.creationTimestamp", node.metadata.creationTimestamp),
      proof(attachment, "metadata.creationTimestamp", attachment.metadata.creationTimestamp),
      ...wrong.evidence,
    ],
    remedies: [proveDetached(attachment), deleteAttachment(attachment)],
    avoid: {
      step: say`assume that the volume is attached because node/${nodeOf(attachment)} is Ready`,
      because: say`that is a different machine with the same name`,
    },
  };
}

const notDeletedYet = say`. No pod needs the volume there, and the attach-detach controller has not deleted the attachment yet: it does not check that the old machine is off`;

export function nodeNotReady(
  attachment: VolumeAttachment,
  node: Node,
  volume: PersistentVolume,
  now: number,
): AttachmentHold {
  const since = readyChangedAt(node);
  const off = machineOff(node);
  const left = forcedDetachAfter - (secondsSince(since, now) ?? forcedDetachAfter);
  return {
    reason: "AttachmentNodeNotReady",
    category: left > 0 ? "waiting" : "blocked",
    holder: { object: nodeNamed(nodeOf(attachment)) },
    isRoot: true,
    message: say`the volume is still attached to node/${nodeOf(attachment)}, which has not been Ready since ${since ?? "an unknown time"}${reportsInUse(node, volume) ? forcedDetach : promptDetach}; ${holdsUp(off) ? say`the cloud says that its machine is shut down` : say`not Ready does not mean off`}`,
    evidence: [
      proof(node, "status.conditions[Ready].lastTransitionTime", since),
      ...(off.is === "unread" ? [] : off.for),
    ],
    remedies: left > 0 ? [] : fencing(attachment),
  };
}

/**
 * The pods of a deleted node are collected within this, in seconds: the collector looks every 20 s, waits for 40 s, and looks again.
 * From then on the attach-detach controller counts.
 * kubernetes/kubernetes pkg/controller/podgc/gc_controller.go gcCheckPeriod, quarantineTime, 1.36.
 */
const podsCollectedAfter = 80;

/** It counts from its own first attempt, which is not recorded; the node may have been silent long before. */
const forcedDetach = say`: the attach-detach controller detaches it by force six minutes after the last pod there released it, if the node does not come back`;

const promptDetach = say` and does not report the volume in use: the attach-detach controller detaches it without waiting for the node`;

function fencing(attachment: VolumeAttachment) {
  const node = nodeNamed(nodeOf(attachment));
  return [proveNodeOff(node), taintOutOfService(node), deleteAttachment(attachment)];
}

/** Attached, and no longer needed: does the attach-detach controller know that? */
export function leftAttached(
  attachment: VolumeAttachment,
  node: Node,
  volume: PersistentVolume,
  cluster: Cluster,
): AttachmentHold {
  const counted = countedAsAttached(node, volume);
  return holdsUp(counted) ? notBegun(attachment, counted) : forgotten(attachment, node, counted, cluster);
}

function notBegun(attachment: VolumeAttachment, counted: Answer): AttachmentHold {
  return {
    reason: "DetachNotBegun",
    holder: { controller: "attachdetach-controller" },
    message: say`no pod on node/${nodeOf(attachment)} uses the volume, but the node's status.volumesAttached still lists it: the attach-detach controller knows that it is attached, and has not begun to detach it`,
    evidence: [
      ...(counted.is === "unread" ? [] : counted.for),
      proof(attachment, "metadata.deletionTimestamp", null),
    ],
    remedies: [
      checkController(attachment, { controller: "kube-controller-manager" }),
      deleteAttachment(attachment),
    ],
  };
}

function forgotten(
  attachment: VolumeAttachment,
  node: Node,
  counted: Answer,
  cluster: Cluster,
): AttachmentHold {
  const driver = attachment.spec?.attacher ?? "";
  const runs = nodePluginRuns(driver, node.metadata.name, cluster);
  if (runs.is === "unread") return couldNotRead(runs.unread);
  const isMissing = runs.is === "refuted";
  const isInstalled = !isMissing || driverInstalled(driver, cluster).is !== "refuted";
  const plugin = isInstalled
    ? say`; ${driver} is not registered on the node, so the kubelet cannot unmount the volume there`
    : say`; ${driver} is not installed, so no attacher can detach the volume`;
  return {
    reason: "AttachmentForgotten",
    holder: isInstalled ? { controller: "attachdetach-controller" } : { driver },
    message: say`no pod on node/${nodeOf(attachment)} uses the volume, and the node's status.volumesAttached does not list it: the attach-detach controller does not count the volume as attached there, and has not deleted the attachment${isMissing ? plugin : []}`,
    evidence: [
      proof(attachment, "status.attached", true),
      ...evidenceAgainst(counted),
      proof(attachment, "metadata.deletionTimestamp", null),
      ...evidenceAgainst(runs),
    ],
    remedies: [
      ...(isInstalled ? [] : [reinstallDriver(attachment, { driver })]),
      ...(isMissing && isInstalled ? [startNodePlugin(node, { driver })] : []),
      deleteAttachment(attachment),
    ],
  };
}
