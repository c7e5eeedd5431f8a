import {
  attacherFinalizer,
  attacherLease,
  driverPresence,
  isYoungerThan,
  volumeNamed,
} from "../../../controllers/index.ts";
import { couldNotRead, type FoundHold } from "../../../engine/index.ts";
import {
  type Cluster,
  type Evidence,
  everywhere,
  type Node,
  type Phrase,
  proof,
  type RemedyCall,
  refOf,
  say,
  secondsSince,
  type VolumeAttachment,
} from "../../../model/index.ts";
import { type DetachTrouble, troubleIn } from "./detach-error.ts";
import type { DetachReason } from "./reasons.ts";

type Found = FoundHold<DetachReason | "CouldNotRead">;

/** A detach that takes longer than this, in seconds, without an error is not under way. */
const patience = 120;

/** Why a VolumeAttachment that is being deleted still has the finalizer of its attacher. */
export function detaching(attachment: VolumeAttachment, cluster: Cluster): readonly Found[] {
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
  if (node.state === "absent") return [nodeGone(attachment, cluster)];
  if (isYoungerThan(node.object, attachment)) return [nodeReplaced(attachment, node.object)];
  const error = attachment.status?.detachError?.message ?? "";
  if (error !== "") return [failing(attachment, error)];
  return [isYoung(attachment, cluster) ? inProgress(attachment) : notRunning(attachment, cluster)];
}

function volumeGone(attachment: VolumeAttachment, volumeName: string): Found {
  return {
    reason: "DetachVolumeGone",
    holder: { missing: volumeNamed(volumeName) },
    message: say`persistentvolume/${volumeName} is gone, so the attacher can never detach it; the disk may still be attached to ${onNode(attachment)}${quoted(attachment)}`,
    evidence: [
      proof(refOf(attachment), "spec.source.persistentVolumeName", volumeName),
      ...errorEvidence(attachment),
    ],
    remedies: [
      { remedy: "prove-detached", on: refOf(attachment) },
      drop(
        attachment,
        "risky",
        "If the disk is still attached, it stays so, and counts against the machine's limit.",
      ),
    ],
  };
}

function driverMissing(attachment: VolumeAttachment, driver: string): Found {
  return {
    reason: "DetachDriverMissing",
    holder: { driver },
    message: say`${driver} is not installed: no CSIDriver and no CSINode names it, so nobody detaches the volume from ${onNode(attachment)}`,
    evidence: [proof(refOf(attachment), "spec.attacher", driver)],
    remedies: [
      { remedy: "reinstall-driver", on: refOf(attachment), using: { driver } },
      { remedy: "prove-detached", on: refOf(attachment) },
      drop(attachment, "loses-data", atRisk),
    ],
  };
}

const atRisk =
  "Kubernetes then takes the volume for free and may attach it elsewhere. If the first machine still writes to it, the data is damaged.";

function nodeGone(attachment: VolumeAttachment, cluster: Cluster): Found {
  const base = {
    holder: { driver: attachment.spec?.attacher ?? "" },
    evidence: [
      proof(refOf(attachment), "spec.nodeName", attachment.spec?.nodeName),
      ...errorEvidence(attachment),
    ],
  };
  if (attachment.status?.detachError?.message === undefined && isYoung(attachment, cluster))
    return inProgress(attachment);
  return {
    ...base,
    reason: "DetachNodeGone",
    message: say`${onNode(attachment)} is not in the API any more, and the volume is not detached from it${quoted(attachment)}; whether that machine is off, Kubernetes cannot say`,
    remedies: [{ remedy: "prove-detached", on: refOf(attachment) }, drop(attachment, "loses-data", atRisk)],
    avoid: [absentIsNotOff],
  };
}

const absentIsNotOff = {
  step: say`taking the missing Node for a machine that is off`,
  because: say`it may only be deregistered, or have joined another cluster, with the disk still mounted`,
};

function nodeReplaced(attachment: VolumeAttachment, node: Node): Found {
  return {
    reason: "DetachNodeReplaced",
    holder: { driver: attachment.spec?.attacher ?? "" },
    message: say`${onNode(attachment)} was replaced at ${node.metadata.creationTimestamp ?? ""}, after this attachment was made: it is another machine${quoted(attachment)}`,
    evidence: [
      proof(refOf(node), "metadata.creationTimestamp", node.metadata.creationTimestamp),
      proof(refOf(attachment), "metadata.creationTimestamp", attachment.metadata.creationTimestamp),
      ...errorEvidence(attachment),
    ],
    remedies: [{ remedy: "prove-detached", on: refOf(attachment) }, drop(attachment, "loses-data", atRisk)],
  };
}

const troubles: Record<DetachTrouble, DetachReason> = {
  "rights-in-kubernetes": "DetachForbidden",
  "rights-in-storage": "DetachDenied",
  "not-found": "DetachNotFound",
  other: "DetachFails",
};

function failing(attachment: VolumeAttachment, error: string): Found {
  const trouble = troubleIn(error);
  const driver = attachment.spec?.attacher ?? "";
  const repair = { remedy: "repair-driver", on: refOf(attachment), using: { driver, trouble } };
  const proveFirst: readonly RemedyCall[] = [
    { remedy: "prove-detached", on: refOf(attachment) },
    drop(attachment, "risky", "If the volume is attached after all, it may end up attached twice."),
  ];
  return {
    reason: troubles[trouble],
    holder: { driver },
    message: say`${driver} fails to detach the volume from ${onNode(attachment)}: ${error}`,
    evidence: errorEvidence(attachment),
    remedies: trouble === "not-found" ? proveFirst : [repair],
    avoid: [volumeFirst],
  };
}

const volumeFirst = {
  step: say`removing finalizers from the PersistentVolume`,
  because: say`without the PersistentVolume the attacher cannot detach at all: the VolumeAttachment would stay for ever`,
};

function inProgress(attachment: VolumeAttachment): Found {
  return {
    reason: "DetachInProgress",
    holder: { driver: attachment.spec?.attacher ?? "" },
    message: say`the volume is being detached from ${onNode(attachment)}`,
    evidence: [proof(refOf(attachment), "metadata.deletionTimestamp", attachment.metadata.deletionTimestamp)],
  };
}

function notRunning(attachment: VolumeAttachment, cluster: Cluster): Found {
  const driver = attachment.spec?.attacher ?? "";
  const lease = leaseOf(driver, cluster);
  return {
    reason: "AttacherNotRunning",
    holder: { controller: `external-attacher of ${driver}` },
    message: say`the old attachment to ${onNode(attachment)} must finish deleting, but the external-attacher of ${driver} has neither detached it nor recorded an error${lease.words}`,
    evidence: [
      proof(refOf(attachment), "metadata.deletionTimestamp", attachment.metadata.deletionTimestamp),
      ...lease.evidence,
    ],
    remedies: [
      {
        remedy: "restart-sidecar",
        on: refOf(attachment),
        using: { controller: "csi-attacher", driver },
      },
      drop(attachment, "loses-data", atRisk),
    ],
    avoid: [
      {
        step: say`deleting the VolumeAttachment again, or the pod that waits for it`,
        because: say`it is being deleted already, and its name is made from volume and node, so the next pod there waits for the same one`,
      },
      volumeFirst,
    ],
  };
}

function leaseOf(
  driver: string,
  cluster: Cluster,
): { readonly words: Phrase; readonly evidence: readonly Evidence[] } {
  const leases = cluster.list("coordination.k8s.io/v1/leases", everywhere);
  const lease = leases.read
    ? leases.items.find(({ metadata }) => metadata.name === attacherLease(driver))
    : undefined;
  const renewed = lease?.spec?.renewTime;
  const age = secondsSince(renewed, cluster.now);
  if (lease === undefined || age === undefined) return { words: [], evidence: [] };
  return {
    words:
      age > 60 ? say`; its lease was last renewed at ${renewed ?? ""}` : say`, although its lease is fresh`,
    evidence: [proof(refOf(lease), "spec.renewTime", renewed)],
  };
}

function drop(attachment: VolumeAttachment, safety: "risky" | "loses-data", because: string): RemedyCall {
  const finalizer = attacherFinalizer(attachment.spec?.attacher ?? "");
  return {
    remedy: "drop-finalizer",
    on: refOf(attachment),
    using: {
      finalizer,
      safety,
      because,
      prove:
        "prove in the storage system that the volume is not attached to that machine, or that the machine is off.",
    },
  };
}

function isYoung(attachment: VolumeAttachment, cluster: Cluster): boolean {
  const waited = secondsSince(attachment.metadata.deletionTimestamp, cluster.now);
  return waited !== undefined && waited < patience;
}

function onNode(attachment: VolumeAttachment): Phrase {
  return say`node/${attachment.spec?.nodeName ?? "?"}`;
}

function quoted(attachment: VolumeAttachment): Phrase {
  const error = attachment.status?.detachError?.message;
  return error === undefined ? [] : say` (${attachment.spec?.attacher ?? "driver"}: ${error})`;
}

function errorEvidence(attachment: VolumeAttachment): readonly Evidence[] {
  const error = attachment.status?.detachError?.message;
  return error === undefined ? [] : [proof(refOf(attachment), "status.detachError.message", error)];
}
