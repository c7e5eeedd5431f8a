import {
  forcedDetachAfter,
  nodeNamed,
  readyChangedAt,
  reportsInUse,
  volumeBackend,
  volumeNamed,
} from "../../../controllers/index.ts";
import { type FoundHold, nameOf } from "../../../engine/index.ts";
import {
  isTerminating,
  type Node,
  type PersistentVolume,
  type Pod,
  proof,
  refOf,
  say,
  secondsSince,
  type VolumeAttachment,
} from "../../../model/index.ts";
import { detachingInUse } from "./in-use.ts";
import type { AttachmentReason } from "./reasons.ts";

export type AttachmentHold = FoundHold<AttachmentReason | "CouldNotRead">;

const nodeOf = (attachment: VolumeAttachment) => attachment.spec?.nodeName ?? "?";

export function volumeGone(attachment: VolumeAttachment, volumeName: string): AttachmentHold {
  return {
    reason: "AttachmentVolumeGone",
    holder: { missing: volumeNamed(volumeName) },
    message: say`pv/${volumeName} is gone while it was attached: nobody deletes the attachment, and its detach would fail; the disk may still be attached to node/${nodeOf(attachment)}`,
    evidence: [proof(refOf(attachment), "spec.source.persistentVolumeName", volumeName)],
    remedies: [{ remedy: "prove-detached", on: refOf(attachment) }],
    avoid: [
      {
        step: say`deleting the attachment before that is known`,
        because: say`without its volume the attacher cannot detach it; and as soon as the volume is made again, it would be detached from under the pods that use it`,
      },
    ],
  };
}

export function nodeGone(attachment: VolumeAttachment): AttachmentHold {
  return {
    reason: "AttachmentNodeGone",
    holder: { person: "administrator" },
    message: say`node/${nodeOf(attachment)} is not in the API any more, and the volume is still attached to it; whether that machine is off, Kubernetes cannot say`,
    evidence: [proof(refOf(attachment), "spec.nodeName", nodeOf(attachment))],
    remedies: [
      { remedy: "prove-detached", on: refOf(attachment) },
      { remedy: "delete-attachment", on: refOf(attachment) },
    ],
    avoid: [
      {
        step: say`taking the missing Node for a machine that is off`,
        because: say`it may only be deregistered, or have joined another cluster, with the disk still mounted`,
      },
    ],
  };
}

export function nodeReplaced(
  attachment: VolumeAttachment,
  node: Node,
  registered: "yes" | "no",
): AttachmentHold {
  return {
    reason: "AttachmentNodeReplaced",
    holder: { person: "administrator" },
    message: say`node/${nodeOf(attachment)} was replaced at ${node.metadata.creationTimestamp ?? ""}, after this attachment was made: it is another machine, and the volume may still be attached to the old one${registered === "no" ? say`; ${attachment.spec?.attacher ?? "the driver"} has not registered on the new one yet` : []}`,
    evidence: [
      proof(refOf(node), "metadata.creationTimestamp", node.metadata.creationTimestamp),
      proof(refOf(attachment), "metadata.creationTimestamp", attachment.metadata.creationTimestamp),
    ],
    remedies: [
      { remedy: "prove-detached", on: refOf(attachment) },
      { remedy: "delete-attachment", on: refOf(attachment) },
    ],
    avoid: [
      {
        step: say`taking the volume for attached because node/${nodeOf(attachment)} is Ready`,
        because: say`that is a different machine under the same name`,
      },
    ],
  };
}

export function nodeNotReady(
  attachment: VolumeAttachment,
  node: Node,
  volume: PersistentVolume,
  now: number,
): AttachmentHold {
  const since = readyChangedAt(node);
  const left = forcedDetachAfter - (secondsSince(since, now) ?? forcedDetachAfter);
  return {
    reason: "AttachmentNodeNotReady",
    category: left > 0 ? "waiting" : "blocked",
    holder: { object: nodeNamed(nodeOf(attachment)) },
    isRoot: true,
    message: say`the volume is still attached to node/${nodeOf(attachment)}, which is not Ready since ${since ?? "an unknown time"}${reportsInUse(node, volume) ? forcedDetach : promptDetach}; not Ready does not mean off`,
    evidence: [proof(refOf(node), "status.conditions[Ready].lastTransitionTime", since)],
    remedies: left > 0 ? [] : fencing(attachment),
  };
}

/** It counts from its own first try, which nobody writes down; the node may have been silent long before. */
const forcedDetach = say`: the attach-detach controller detaches it by force six minutes after the last pod there let go of it, if the node does not come back`;

const promptDetach = say` and does not report the volume in use: the attach-detach controller detaches it without waiting for the node`;

function fencing(attachment: VolumeAttachment) {
  const node = nodeNamed(nodeOf(attachment));
  return [
    { remedy: "prove-node-off", on: node },
    { remedy: "taint-out-of-service", on: node },
    { remedy: "delete-attachment", on: refOf(attachment) },
  ];
}

export function outOfService(attachment: VolumeAttachment, node: Node): AttachmentHold {
  return {
    reason: "AttachmentOutOfService",
    holder: { controller: "attachdetach-controller" },
    message: say`node/${nodeOf(attachment)} is declared out of service: the attach-detach controller detaches the volume without waiting for an unmount`,
    evidence: [proof(refOf(node), "spec.taints", "node.kubernetes.io/out-of-service")],
  };
}

export function usedBy(attachment: VolumeAttachment, pod: Pod): AttachmentHold {
  const how = isTerminating(pod) ? say`is being deleted, and still uses` : say`uses`;
  return {
    reason: "PodUsesAttachment",
    category: isTerminating(pod) ? "waiting" : "blocked",
    holder: { object: refOf(pod) },
    message: say`${nameOf(refOf(pod))} on node/${nodeOf(attachment)} ${how} the volume`,
    evidence: [proof(refOf(pod), "spec.nodeName", pod.spec?.nodeName)],
    avoid: isTerminating(pod) ? [] : detachingInUse(attachment),
  };
}

export function staleMount(
  attachment: VolumeAttachment,
  node: Node,
  volume: PersistentVolume,
): AttachmentHold {
  const backend = volumeBackend(volume);
  return {
    reason: "StaleMountOnNode",
    holder: { object: refOf(node) },
    isRoot: true,
    message: say`no pod on node/${nodeOf(attachment)} needs the volume, but the node still reports it in use: a stale mount, as a pod deleted by force leaves it`,
    evidence: [
      proof(
        refOf(node),
        "status.volumesInUse",
        backend.type === "unknown" ? volume.metadata.name : backend.handle,
      ),
    ],
    remedies: [
      { remedy: "inspect-node", on: refOf(node) },
      { remedy: "reboot-node", on: refOf(node) },
      { remedy: "delete-attachment", on: refOf(attachment) },
    ],
    avoid: [
      {
        step: say`detaching the disk by force in the storage system`,
        because: say`the node still has it mounted: what it has not written yet is lost, and the file system can break`,
      },
    ],
  };
}

export function neverAttached(attachment: VolumeAttachment): AttachmentHold {
  const error = attachment.status?.attachError?.message;
  return {
    reason: "AttachmentNeverAttached",
    holder: { controller: "attachdetach-controller" },
    message: say`no pod on node/${nodeOf(attachment)} needs the volume and it was never reported attached${error === undefined ? [] : say` (${error})`}, so that nobody deletes this attachment`,
    evidence: [
      proof(refOf(attachment), "status.attached", attachment.status?.attached ?? false),
      ...(error === undefined ? [] : [proof(refOf(attachment), "status.attachError.message", error)]),
    ],
    remedies: [{ remedy: "delete-attachment", on: refOf(attachment) }],
    avoid: [
      {
        step: say`reading "attached: false" as proof that the volume is free`,
        because: say`it can also mean that an attach or a detach is under way; only a VolumeAttachment that is gone is proof`,
      },
    ],
  };
}

export function forgotten(attachment: VolumeAttachment): AttachmentHold {
  return {
    reason: "AttachmentForgotten",
    holder: { controller: "attachdetach-controller" },
    message: say`nobody on node/${nodeOf(attachment)} uses the volume, yet the attach-detach controller has not deleted the attachment`,
    evidence: [
      proof(refOf(attachment), "status.attached", true),
      proof(refOf(attachment), "metadata.deletionTimestamp", null),
    ],
    remedies: [{ remedy: "delete-attachment", on: refOf(attachment) }],
  };
}
