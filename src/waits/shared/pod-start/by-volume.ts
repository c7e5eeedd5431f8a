import type { Cluster } from "../../../cluster/index.ts";
import {
  attachDriver,
  attachmentsNaming,
  isPodFinished,
  multiAttachConflicts,
  podsUsingAttachment,
} from "../../../controllers/index.ts";
import { couldNotRead } from "../../../define/index.ts";
import { controllerManagerRuns, driverAttaches, lastFailure } from "../../../evidence/index.ts";
import type { PersistentVolume, Phrase, Pod, VolumeAttachment } from "../../../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say, secondsSince } from "../../../kubernetes/index.ts";
import { checkController } from "../../../remedies/index.ts";
import type { Evidence } from "../../../report/index.ts";
import { proof } from "../../../report/index.ts";
import type { StartHold } from "./by-claim.ts";
import { usedThere } from "./rivals.ts";

/** What keeps the volume of a scheduled pod from being attached to the pod's node. */
export function byAttachments(pod: Pod, volume: PersistentVolume, cluster: Cluster): readonly StartHold[] {
  // The kubelet of a driver that does not attach waits for no attachment.
  if (driverAttaches(attachDriver(volume) ?? "", cluster).is === "refuted") return [];
  const attachments = attachmentsNaming(volume.metadata.name, cluster);
  if (!attachments.read) return [couldNotRead(attachments.unread)];
  const nodeName = pod.spec?.nodeName ?? "";
  const own = attachments.items.find(({ spec }) => spec?.nodeName === nodeName);
  if (own !== undefined && isTerminating(own)) return [oldOne(own)];
  if (own?.status?.attached === true) return [];
  const elsewhere = multiAttachConflicts(volume, nodeName, attachments.items);
  if (elsewhere.length > 0) return elsewhere.flatMap((other) => onAnotherNode(pod, volume, other, cluster));
  return own === undefined ? notBegun(pod, volume, cluster) : [notReady(own)];
}

/** A normal start takes less than this to create the attachment, in seconds. */
const patience = 120;

/**
 * No attachment was created, and the driver needs one. Without a CSIDriver object, it does.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go attachDesiredVolumes and
 * pkg/volume/csi/csi_plugin.go skipAttach, 1.36.
 */
function notBegun(pod: Pod, volume: PersistentVolume, cluster: Cluster): readonly StartHold[] {
  const driver = attachDriver(volume);
  const age = secondsSince(pod.metadata.creationTimestamp, cluster.now);
  if (driver === undefined || age === undefined || age < patience) return [];
  const attaches = driverAttaches(driver, cluster);
  if (attaches.is === "unread") return [couldNotRead(attaches.unread)];
  const failure = lastFailure(pod, "mount", cluster);
  if (failure.is === "unread") return [couldNotRead(failure.unread)];
  const told = failure.told?.reason === "FailedAttachVolume" ? failure.told.message : undefined;
  // The controller says itself why it does not attach the volume.
  if (told !== undefined) return [];
  const manager = controllerManagerRuns(cluster);
  const stopped = manager.is === "unread" ? [] : manager.against;
  return [
    {
      reason: "AttachNotBegun",
      holder: { controller: "attachdetach-controller" },
      message: say`the attach-detach controller has not begun to attach ${nameOf(volume)} to node/${pod.spec?.nodeName ?? "?"}: no VolumeAttachment exists, and no error is recorded${stopped.flatMap(lastRenewed)}`,
      evidence: [
        proof(pod, "spec.nodeName", pod.spec?.nodeName),
        ...(volume.spec?.csi === undefined ? [] : [proof(volume, "spec.csi.driver", driver)]),
        ...stopped,
      ],
      remedies: [checkController(pod, { controller: "kube-controller-manager" })],
    },
  ];
}

function lastRenewed({ observed }: Evidence): Phrase {
  return say`. kube-controller-manager seems not to run: it last renewed its lease at ${String(observed)}`;
}

function oldOne(attachment: VolumeAttachment): StartHold {
  return {
    reason: "OldAttachmentBeingDeleted",
    holder: { object: refOf(attachment) },
    message: say`${nameOf(attachment)}, the old attachment to node/${attachment.spec?.nodeName ?? "?"}, must be deleted before the volume can be attached there again`,
    evidence: [proof(attachment, "metadata.deletionTimestamp", attachment.metadata.deletionTimestamp)],
  };
}

function notReady(attachment: VolumeAttachment): StartHold {
  return {
    reason: "AttachmentNotReady",
    holder: { object: refOf(attachment) },
    message: say`${nameOf(attachment)} is not attached to node/${attachment.spec?.nodeName ?? "?"} yet`,
    evidence: [proof(attachment, "status.attached", attachment.status?.attached ?? false)],
  };
}

function onAnotherNode(
  pod: Pod,
  volume: PersistentVolume,
  attachment: VolumeAttachment,
  cluster: Cluster,
): readonly StartHold[] {
  const pods = podsUsingAttachment(attachment, cluster);
  if (!pods.read) return [couldNotRead(pods.unread)];
  const users = pods.items.filter((user) => !isPodFinished(user));
  const base = {
    evidence: [
      proof(attachment, "spec.nodeName", attachment.spec?.nodeName),
      proof(volume, "spec.accessModes", (volume.spec?.accessModes ?? []).join(", ")),
    ],
  };
  const attached = attachment.status?.attached === true ? say`is still attached` : say`may still be attached`;
  const where = say`pv/${volume.metadata.name} ${attached} to node/${attachment.spec?.nodeName ?? "?"} by ${nameOf(attachment)}`;
  if (isTerminating(attachment) || users.length === 0) {
    const holder = { object: refOf(attachment) };
    return [{ ...base, reason: "VolumeOnAnotherNode", holder, message: where, category: "waiting" }];
  }
  return users.map((user) => {
    const hold = usedThere({ pod, user, volume, where }, cluster);
    return { ...hold, evidence: [...base.evidence, ...(hold.evidence ?? [])] };
  });
}
