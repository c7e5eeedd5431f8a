import { nodeNamed } from "../../../controllers/index.ts";
import {
  type Cluster,
  proof,
  refOf,
  say,
  secondsSince,
  type VolumeAttachment,
} from "../../../model/index.ts";
import type { AttachmentHold } from "./found.ts";

/** An attach that takes longer than this, in seconds, without an error is not under way. */
const patience = 120;

/**
 * The driver has not registered on the node: its node plugin does not run there, or has not run yet.
 *
 * kubernetes-csi/external-attacher pkg/controller/csi_handler.go getNodeID, v4.13.
 */
const unregistered = /CSINode \S+ does not contain driver |csinode\.storage\.k8s\.io \S+ not found/;

/** Why a volume that a pod needs is not attached yet. */
export function attaching(attachment: VolumeAttachment, cluster: Cluster): readonly AttachmentHold[] {
  const driver = attachment.spec?.attacher ?? "";
  const node = attachment.spec?.nodeName ?? "?";
  const error = attachment.status?.attachError?.message ?? "";
  if (error !== "" && unregistered.test(error)) {
    return [
      {
        reason: "DriverNotOnNode",
        holder: { driver },
        message: say`${driver} is not registered on node/${node}, so the volume cannot be attached there: ${error}`,
        evidence: [proof(refOf(attachment), "status.attachError.message", error)],
        remedies: [{ remedy: "start-node-plugin", on: nodeNamed(node), using: { driver } }],
      },
    ];
  }
  if (error !== "") {
    return [
      {
        reason: "AttachFails",
        holder: { driver },
        message: say`${driver} fails to attach the volume to node/${node}: ${error}`,
        evidence: [proof(refOf(attachment), "status.attachError.message", error)],
        remedies: [{ remedy: "repair-driver", on: refOf(attachment), using: { driver, trouble: "attach" } }],
      },
    ];
  }
  const age = secondsSince(attachment.metadata.creationTimestamp, cluster.now);
  const evidence = [
    proof(refOf(attachment), "metadata.creationTimestamp", attachment.metadata.creationTimestamp),
  ];
  if (age !== undefined && age < patience) {
    return [
      {
        reason: "AttachInProgress",
        holder: { driver },
        message: say`the volume is being attached to node/${node}`,
        evidence,
      },
    ];
  }
  return [
    {
      reason: "AttacherNotAttaching",
      holder: { controller: `external-attacher of ${driver}` },
      message: say`the external-attacher of ${driver} has neither attached the volume to node/${node} nor recorded an error`,
      evidence,
      remedies: [
        { remedy: "restart-sidecar", on: refOf(attachment), using: { controller: "csi-attacher", driver } },
      ],
    },
  ];
}
