import type { Cluster } from "../../cluster/index.ts";
import { couldNotRead } from "../../define/index.ts";
import type { Answer } from "../../evidence/index.ts";
import {
  countedAsAttached,
  driverInstalled,
  evidenceAgainst,
  holdsUp,
  nodePluginRuns,
} from "../../evidence/index.ts";
import type { Node, PersistentVolume, VolumeAttachment } from "../../kubernetes/index.ts";
import { say } from "../../kubernetes/index.ts";
import { checkController, deleteAttachment, reinstallDriver, startNodePlugin } from "../../remedies/index.ts";
import { proof } from "../../report/index.ts";
import type { AttachmentHold } from "./attachment.ts";
import { nodeOf } from "./attachment.ts";

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
