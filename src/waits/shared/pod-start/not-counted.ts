import type { Cluster } from "../../../cluster/index.ts";
import { attachmentsNaming, reportedInUse } from "../../../controllers/index.ts";
import { countedAsAttached, evidenceAgainst } from "../../../evidence/index.ts";
import type { PersistentVolume, Pod } from "../../../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../../../kubernetes/index.ts";
import { checkController } from "../../../remedies/index.ts";
import { proof } from "../../../report/index.ts";
import type { StartHold } from "./by-claim.ts";

/**
 * The VolumeAttachment says that the volume is attached, and the status of the node does not list it: the kubelet then does not
 * mount it.
 * kubernetes/kubernetes pkg/volume/util/operationexecutor/operation_generator.go GenerateVerifyControllerAttachedVolumeFunc, 1.36.
 */
export function notCounted(pod: Pod, volume: PersistentVolume, cluster: Cluster): StartHold | undefined {
  const nodeName = pod.spec?.nodeName ?? "?";
  const attachments = attachmentsNaming(volume.metadata.name, cluster);
  const node = cluster.get("v1/nodes", nodeName);
  if (!attachments.read || node.state !== "found") return undefined;
  const own = attachments.items.find(
    (each) => each.spec?.nodeName === nodeName && each.status?.attached === true && !isTerminating(each),
  );
  const counted = countedAsAttached(node.object, volume);
  // Before it has reported that it wants the volume, the kubelet waits for itself.
  const wanted = reportedInUse(node.object, volume);
  if (own === undefined || counted.is !== "refuted" || wanted === undefined) return undefined;
  return {
    reason: "NotCountedAsAttached",
    holder: { controller: "attachdetach-controller" },
    message: say`${nameOf(own)} says that ${nameOf(volume)} is attached to node/${nodeName}, but the node's status.volumesAttached does not list it, and the kubelet mounts no volume before that`,
    evidence: [
      proof(own, "status.attached", true),
      ...evidenceAgainst(counted),
      proof(node.object, "status.volumesInUse", wanted),
      proof(pod, "status.phase", pod.status?.phase),
    ],
    remedies: [checkController(pod, { controller: "kube-controller-manager" })],
    avoid: {
      step: say`delete ${nameOf(own)}`,
      because: say`the volume is attached, and would be detached; nothing would write the list sooner`,
    },
  };
}
