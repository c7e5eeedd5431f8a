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

/** Why a volume that a pod needs is not attached yet. */
export function attaching(attachment: VolumeAttachment, cluster: Cluster): readonly AttachmentHold[] {
  const driver = attachment.spec?.attacher ?? "";
  const node = attachment.spec?.nodeName ?? "?";
  const error = attachment.status?.attachError?.message ?? "";
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
