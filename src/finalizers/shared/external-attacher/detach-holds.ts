import type { Cluster } from "../../../cluster/index.ts";
import { annotationNames, nodeNamed, volumeNamed } from "../../../controllers/index.ts";
import type { FoundHold } from "../../../define/index.ts";
import type { Answer, DetachTrouble } from "../../../evidence/index.ts";
import {
  detachesFromWrongMachine,
  detachTrouble,
  evidenceAgainst,
  sidecarRuns,
  sinceRenewal,
  withMeaning,
} from "../../../evidence/index.ts";
import type { Node, Phrase, VolumeAttachment } from "../../../kubernetes/index.ts";
import { say } from "../../../kubernetes/index.ts";
import {
  addNode,
  proveDetached,
  reinstallDriver,
  repairDriver,
  restartSidecar,
} from "../../../remedies/index.ts";
import type { Evidence, RemedyCall } from "../../../report/index.ts";
import { noneFound, proof } from "../../../report/index.ts";
import type { DetachReason } from "./reasons.ts";
import { atRisk, drop, errorEvidence, onNode, quoted } from "./reasons.ts";

export type DetachHold = FoundHold<DetachReason | "CouldNotRead">;

export function volumeGone(attachment: VolumeAttachment, volumeName: string): DetachHold {
  return {
    reason: "DetachVolumeGone",
    holder: { missing: volumeNamed(volumeName) },
    message: say`pv/${volumeName} does not exist, so the attacher cannot detach it; the disk may still be attached to ${onNode(attachment)}${quoted(attachment)}`,
    evidence: [
      proof(attachment, "spec.source.persistentVolumeName", volumeName),
      ...errorEvidence(attachment),
    ],
    remedies: [
      proveDetached(attachment),
      drop(
        attachment,
        "StillAttached",
        "If the disk is still attached, it stays attached and counts against the machine's limit.",
      ),
    ],
  };
}

export function driverMissing(attachment: VolumeAttachment, driver: string, installed: Answer): DetachHold {
  return {
    reason: "DetachDriverMissing",
    holder: { driver },
    message: say`${driver} is not installed: no CSIDriver and no CSINode names it, so no attacher detaches the volume from ${onNode(attachment)}`,
    evidence: [proof(attachment, "spec.attacher", driver), ...evidenceAgainst(installed)],
    remedies: [
      reinstallDriver(attachment, { driver }),
      proveDetached(attachment),
      drop(attachment, "NodeMayStillWrite", atRisk),
    ],
  };
}

export function nodeGone(attachment: VolumeAttachment): DetachHold {
  return {
    reason: "DetachNodeGone",
    holder: { driver: attachment.spec?.attacher ?? "" },
    message: say`${onNode(attachment)} no longer exists, and the volume has not been detached from it${quoted(attachment)}; Kubernetes cannot tell whether that machine is off`,
    evidence: [
      proof(attachment, "spec.nodeName", attachment.spec?.nodeName),
      proof(nodeNamed(attachment.spec?.nodeName ?? ""), "metadata.name", null),
      ...errorEvidence(attachment),
    ],
    remedies: [proveDetached(attachment), drop(attachment, "NodeMayStillWrite", atRisk)],
    avoid: {
      step: say`treat the missing Node as a machine that is off`,
      because: say`the machine may only be deregistered, or may have joined another cluster, with the disk still mounted`,
    },
  };
}

/** Nothing that the driver does can help: it is never called. */
export function impossible(attachment: VolumeAttachment): DetachHold {
  const node = attachment.spec?.nodeName ?? "";
  return {
    ...nodeGone(attachment),
    reason: "DetachImpossible",
    holder: { person: "administrator" },
    message: say`${onNode(attachment)} and its CSINode no longer exist, and the attachment has no annotation ${annotationNames.nodeId}: the external-attacher of ${attachment.spec?.attacher ?? ""} has no node ID, and cannot ask the driver to detach${quoted(attachment)}; Kubernetes cannot tell whether that machine is off`,
    evidence: [
      proof(nodeNamed(node), "metadata.name", null),
      proof({ apiVersion: "storage.k8s.io/v1", kind: "CSINode", name: node }, "metadata.name", null),
      proof(attachment, `metadata.annotations["${annotationNames.nodeId}"]`, null),
      ...errorEvidence(attachment),
    ],
  };
}

export function noNodes(attachment: VolumeAttachment): DetachHold {
  const driver = attachment.spec?.attacher ?? "";
  return {
    reason: "NoNodesLeft",
    holder: { driver },
    message: say`the cluster has no nodes left, so ${driver}, which must detach the volume, cannot run`,
    evidence: [proof(attachment, "spec.nodeName", attachment.spec?.nodeName), noneFound(attachment, "nodes")],
    remedies: [addNode(attachment, { driver }), proveDetached(attachment)],
    avoid: volumeFirst,
  };
}

/** Another version of the driver attached it, and left its attacher's finalizer. */
export function noAttacher(attachment: VolumeAttachment, attaches: Answer): DetachHold {
  const driver = attachment.spec?.attacher ?? "";
  return {
    reason: "DetachHasNoAttacher",
    holder: { person: "administrator" },
    message: say`only the external-attacher of ${driver} removes this finalizer, but that driver does not attach volumes (attachRequired: false), and no lease shows that it has an attacher`,
    evidence: [...evidenceAgainst(attaches), noneFound(attachment, "leases of its attacher")],
    remedies: [
      proveDetached(attachment),
      drop(
        attachment,
        "StillAttached",
        "If an earlier version of the driver attached the disk, it stays attached and counts against the machine's limit.",
      ),
    ],
    avoid: volumeFirst,
  };
}

export function nodeReplaced(attachment: VolumeAttachment, node: Node, cluster: Cluster): DetachHold {
  const wrong = detachesFromWrongMachine(attachment, node, cluster);
  return {
    reason: "DetachNodeReplaced",
    holder: { driver: attachment.spec?.attacher ?? "" },
    message: say`${onNode(attachment)} was replaced by a different machine at ${node.metadata.creationTimestamp ?? ""}, after this attachment was created${wrong.words}${quoted(attachment)}`,
    evidence: [
      proof(node, "metadata.creationTimestamp", node.metadata.creationTimestamp),
      proof(attachment, "metadata.creationTimestamp", attachment.metadata.creationTimestamp),
      ...wrong.evidence,
      ...errorEvidence(attachment),
    ],
    remedies: [proveDetached(attachment), drop(attachment, "NodeMayStillWrite", atRisk)],
  };
}

const troubles: Record<DetachTrouble, DetachReason> = {
  "rights-in-kubernetes": "DetachForbidden",
  "rights-in-storage": "DetachDenied",
  "not-found": "DetachNotFound",
  other: "DetachFails",
};

export function failing(attachment: VolumeAttachment, error: string): DetachHold {
  const trouble = detachTrouble(error);
  const driver = attachment.spec?.attacher ?? "";
  const failed = say`${driver} fails to detach the volume from ${onNode(attachment)}`;
  const repair = repairDriver(attachment, { driver, trouble });
  const proveFirst: readonly RemedyCall[] = [
    proveDetached(attachment),
    drop(
      attachment,
      "NodeMayStillWrite",
      "If the volume is still attached after all, it may end up attached twice. If the driver looked in the wrong place, the disk may remain in the storage backend with no record of it.",
    ),
  ];
  return {
    reason: troubles[trouble],
    holder: { driver },
    message: trouble === "not-found" ? say`${failed}: ${error}` : withMeaning(failed, error, driver),
    evidence: errorEvidence(attachment),
    remedies: trouble === "not-found" ? proveFirst : [repair],
    avoid: volumeFirst,
  };
}

export function notRecorded(attachment: VolumeAttachment, error: string): DetachHold {
  const driver = attachment.spec?.attacher ?? "";
  const trouble = detachTrouble(error);
  const lacksRight = trouble === "rights-in-kubernetes";
  return {
    reason: lacksRight ? "DetachForbidden" : "DetachNotRecorded",
    holder: { controller: `external-attacher of ${driver}` },
    message: say`${driver} has detached the volume from ${onNode(attachment)}, but its external-attacher could not record that: ${error}`,
    evidence: errorEvidence(attachment),
    remedies: lacksRight ? [repairDriver(attachment, { driver, trouble })] : [],
    avoid: volumeFirst,
  };
}

const volumeFirst = {
  step: say`remove finalizers from the PersistentVolume`,
  because: say`without the PersistentVolume, the attacher cannot detach the volume, and the VolumeAttachment would never be deleted`,
};

export function inProgress(attachment: VolumeAttachment): DetachHold {
  return {
    reason: "DetachInProgress",
    holder: { driver: attachment.spec?.attacher ?? "" },
    message: say`the volume is being detached from ${onNode(attachment)}`,
    evidence: [proof(attachment, "metadata.deletionTimestamp", attachment.metadata.deletionTimestamp)],
  };
}

export function notRunning(attachment: VolumeAttachment, cluster: Cluster): DetachHold {
  const driver = attachment.spec?.attacher ?? "";
  const lease = leaseOf(driver, cluster);
  return {
    reason: "AttacherNotRunning",
    holder: { controller: `external-attacher of ${driver}` },
    message: say`the old attachment to ${onNode(attachment)} is being deleted, but the external-attacher of ${driver} has neither detached the volume nor recorded an error${lease.words}`,
    evidence: [
      proof(attachment, "metadata.deletionTimestamp", attachment.metadata.deletionTimestamp),
      ...lease.evidence,
    ],
    remedies: [
      restartSidecar(attachment, { controller: "csi-attacher", driver }),
      drop(attachment, "NodeMayStillWrite", atRisk),
    ],
    avoid: [
      {
        step: say`delete the VolumeAttachment again, or the pod that waits for it`,
        because: say`the VolumeAttachment is already being deleted, and its name is derived from the volume and the node, so the next pod on that node would wait for the same one`,
      },
      volumeFirst,
    ],
  };
}

/** When the attacher of a driver last renewed its lease; nothing where it has none. */
function leaseOf(
  driver: string,
  cluster: Cluster,
): { readonly words: Phrase; readonly evidence: readonly Evidence[] } {
  const runs = sidecarRuns("csi-attacher", driver, cluster);
  const lease = runs.is === "unread" ? undefined : runs.lease;
  const renewed = lease?.spec?.renewTime;
  const age = sinceRenewal(lease, cluster.now);
  if (lease === undefined || age === undefined) return { words: [], evidence: [] };
  return {
    words:
      age > 60
        ? say`; its lease was last renewed at ${renewed ?? ""}`
        : say`, although its lease was renewed recently`,
    evidence: [proof(lease, "spec.renewTime", renewed)],
  };
}
