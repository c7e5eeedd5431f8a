import { attacherLease, leasesByName, volumeNamed } from "../../../controllers/index.ts";
import type { FoundHold } from "../../../engine/index.ts";
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
import { drop, errorEvidence, onNode, quoted } from "./attachment-words.ts";
import { type DetachTrouble, troubleIn } from "./detach-error.ts";
import type { DetachReason } from "./reasons.ts";

export type DetachHold = FoundHold<DetachReason | "CouldNotRead">;

export function volumeGone(attachment: VolumeAttachment, volumeName: string): DetachHold {
  return {
    reason: "DetachVolumeGone",
    holder: { missing: volumeNamed(volumeName) },
    message: say`pv/${volumeName} is gone, so the attacher can never detach it; the disk may still be attached to ${onNode(attachment)}${quoted(attachment)}`,
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

export function driverMissing(attachment: VolumeAttachment, driver: string): DetachHold {
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

export function nodeGone(attachment: VolumeAttachment): DetachHold {
  return {
    reason: "DetachNodeGone",
    holder: { driver: attachment.spec?.attacher ?? "" },
    message: say`${onNode(attachment)} is not in the API any more, and the volume is not detached from it${quoted(attachment)}; whether that machine is off, Kubernetes cannot say`,
    evidence: [
      proof(refOf(attachment), "spec.nodeName", attachment.spec?.nodeName),
      ...errorEvidence(attachment),
    ],
    remedies: [{ remedy: "prove-detached", on: refOf(attachment) }, drop(attachment, "loses-data", atRisk)],
    avoid: [
      {
        step: say`taking the missing Node for a machine that is off`,
        because: say`it may only be deregistered, or have joined another cluster, with the disk still mounted`,
      },
    ],
  };
}

export function noNodes(attachment: VolumeAttachment): DetachHold {
  const driver = attachment.spec?.attacher ?? "";
  return {
    reason: "NoNodesLeft",
    holder: { driver },
    message: say`the cluster has no nodes left, so that nothing can run ${driver}, which has to detach the volume`,
    evidence: [proof(refOf(attachment), "spec.nodeName", attachment.spec?.nodeName)],
    remedies: [
      { remedy: "add-node", on: refOf(attachment), using: { driver } },
      { remedy: "prove-detached", on: refOf(attachment) },
    ],
    avoid: [volumeFirst],
  };
}

export function nodeReplaced(attachment: VolumeAttachment, node: Node): DetachHold {
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

export function failing(attachment: VolumeAttachment, error: string): DetachHold {
  const trouble = troubleIn(error);
  const driver = attachment.spec?.attacher ?? "";
  const repair = { remedy: "repair-driver", on: refOf(attachment), using: { driver, trouble } };
  const proveFirst: readonly RemedyCall[] = [
    { remedy: "prove-detached", on: refOf(attachment) },
    drop(
      attachment,
      "loses-data",
      "If the volume is attached after all, it may end up attached twice. If the driver looked in the wrong place, the disk may stay in the backend, where nothing records it.",
    ),
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

export function notRecorded(attachment: VolumeAttachment, error: string): DetachHold {
  const driver = attachment.spec?.attacher ?? "";
  const trouble = troubleIn(error);
  const lacksRight = trouble === "rights-in-kubernetes";
  return {
    reason: lacksRight ? "DetachForbidden" : "DetachNotRecorded",
    holder: { controller: `external-attacher of ${driver}` },
    message: say`${driver} has detached the volume from ${onNode(attachment)}, and the external-attacher of ${driver} could not record that: ${error}`,
    evidence: errorEvidence(attachment),
    remedies: lacksRight
      ? [{ remedy: "repair-driver", on: refOf(attachment), using: { driver, trouble } }]
      : [],
    avoid: [volumeFirst],
  };
}

const volumeFirst = {
  step: say`removing finalizers from the PersistentVolume`,
  because: say`without the PersistentVolume the attacher cannot detach at all: the VolumeAttachment would stay for ever`,
};

export function inProgress(attachment: VolumeAttachment): DetachHold {
  return {
    reason: "DetachInProgress",
    holder: { driver: attachment.spec?.attacher ?? "" },
    message: say`the volume is being detached from ${onNode(attachment)}`,
    evidence: [proof(refOf(attachment), "metadata.deletionTimestamp", attachment.metadata.deletionTimestamp)],
  };
}

export function notRunning(attachment: VolumeAttachment, cluster: Cluster): DetachHold {
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
  const leases = cluster.lookup(leasesByName, attacherLease(driver), everywhere);
  const lease = leases.read ? leases.items[0] : undefined;
  const renewed = lease?.spec?.renewTime;
  const age = secondsSince(renewed, cluster.now);
  if (lease === undefined || age === undefined) return { words: [], evidence: [] };
  return {
    words:
      age > 60 ? say`; its lease was last renewed at ${renewed ?? ""}` : say`, although its lease is fresh`,
    evidence: [proof(refOf(lease), "spec.renewTime", renewed)],
  };
}
