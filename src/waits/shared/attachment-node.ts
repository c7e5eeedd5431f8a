import type { Cluster } from "../../cluster/index.ts";
import {
  attachDetachController,
  forcedDetachAfter,
  isOfAnother,
  nodeNamed,
  podsCollectedAfter,
  readyChangedAt,
  reportsInUse,
  unmountWait,
} from "../../controllers/index.ts";
import { couldNotRead } from "../../define/index.ts";
import type { Answer } from "../../evidence/index.ts";
import {
  collectionWait,
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
import type { Node, PersistentVolume, Phrase, Pod, VolumeAttachment } from "../../kubernetes/index.ts";
import { nameOf, refOf, say, secondsSince } from "../../kubernetes/index.ts";
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

/** The pod of a missing node is collected first. One that is being deleted says itself what it waits for. */
export function podOfGoneNode(attachment: VolumeAttachment, pod: Pod): AttachmentHold {
  const after = isOfAnother(attachment)
    ? ofAnother(attachment)
    : say`. After that, the attach-detach controller detaches the volume by force ${unmountWait}, if the node does not come back`;
  return {
    ...withoutNode(attachment),
    category: "waiting",
    holder: { object: refOf(pod) },
    isRoot: true,
    message: say`node/${nodeOf(attachment)} no longer exists, and ${nameOf(pod)} on it uses the volume: the pod garbage collector deletes the pod by force ${collectionWait}${after}. ${unknownMachine}`,
  };
}

export function nodeGone(attachment: VolumeAttachment, cluster: Cluster): AttachmentHold {
  const base = withoutNode(attachment);
  const node = nodeNamed(nodeOf(attachment));
  const told = toldIn(nodeRemoved(node, cluster));
  const ago = secondsSince(told?.at, cluster.now);
  const isAhead =
    ago !== undefined && ago < podsCollectedAfter + forcedDetachAfter && !isOfAnother(attachment);
  const when = isAhead
    ? say`: the attach-detach controller detaches it by force ${unmountWait}, if the node does not come back`
    : forcedDetach;
  return {
    ...base,
    category: isAhead ? "waiting" : "blocked",
    holder: isAhead ? { controller: "attachdetach-controller" } : { person: "administrator" },
    message: say`node/${nodeOf(attachment)} no longer exists, and the volume is still attached to it${isOfAnother(attachment) ? ofAnother(attachment) : when}. ${unknownMachine}`,
    evidence: [...base.evidence, ...(isAhead ? [hint(node, "event", told?.message ?? "")] : [])],
  };
}

const unknownMachine = say`Kubernetes cannot tell whether that machine is off`;

/** As a sentence after another, that the attach-detach controller does not know the attachment. */
function ofAnother(attachment: VolumeAttachment): Phrase {
  return say`. The attach-detach controller did not create ${nameOf(attachment)}, and does not delete it: the names of its own begin with csi-`;
}

function withoutNode(attachment: VolumeAttachment) {
  return {
    reason: "AttachmentNodeGone",
    evidence: [
      proof(attachment, "spec.nodeName", nodeOf(attachment)),
      proof(nodeNamed(nodeOf(attachment)), "metadata.name", null),
    ],
    remedies: [proveDetached(attachment), deleteAttachment(attachment)],
    avoid: {
      step: say`treat the missing Node as a machine that is off`,
      because: say`it may only be deregistered, or have joined another cluster, with the disk still mounted`,
    },
  } as const;
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
  const unknowing = isOfAnother(attachment)
    ? ofAnother(attachment)
    : say`: the attach-detach controller does not count the volume as attached there, and has not deleted the attachment`;
  const plugin = isInstalled
    ? say`; ${driver} is not registered on the node, so the kubelet cannot unmount the volume there`
    : say`; ${driver} is not installed, so no attacher can detach the volume`;
  return {
    reason: "AttachmentForgotten",
    holder: holderOfForgotten(attachment, isInstalled),
    message: say`no pod on node/${nodeOf(attachment)} uses the volume, and the node's status.volumesAttached does not list it${unknowing}${isMissing ? plugin : []}`,
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

function holderOfForgotten(attachment: VolumeAttachment, isInstalled: boolean): AttachmentHold["holder"] {
  if (!isInstalled) return { driver: attachment.spec?.attacher ?? "" };
  return isOfAnother(attachment) ? { person: "administrator" } : { controller: "attachdetach-controller" };
}
