import type { Cluster } from "../cluster/index.ts";
import { annotationNames, volumeBackend } from "../controllers/index.ts";
import { defineRemedy, kubectl } from "../define/index.ts";
import type { Phrase, VolumeAttachment } from "../kubernetes/index.ts";
import { annotationOf, isTerminating, nameOf, say } from "../kubernetes/index.ts";

export const proveDetached = defineRemedy({
  name: "prove-detached",
  summary: "Check in the storage backend whether a volume is still attached to a machine",
  on: ["storage.k8s.io/v1/volumeattachments"],
  needs: ["storage.k8s.io/v1/volumeattachments", "v1/persistentvolumes"],
  make(on, _using, cluster) {
    const found = cluster.get("storage.k8s.io/v1/volumeattachments", on.name);
    if (found.state !== "found") return undefined;
    const attachment = found.object;
    const node = attachment.spec?.nodeName ?? "";
    return {
      title: say`Check in the storage backend whether ${nameOf(on)} is still attached`,
      spares: "the data",
      because: say`Kubernetes does not know. The status "attached: false" is no proof either. Only the storage backend, or a machine that is off, is proof.`,
      commands: [kubectl`get volumeattachments.storage.k8s.io ${on.name} -o yaml`],
      steps: [
        say`In the storage backend of ${attachment.spec?.attacher ?? "the driver"}, look up ${backendOf(attachment, cluster)} and the machine ${machineOf(attachment)}.`,
        say`If it is still attached there, make sure that machine ${node} is off, then detach it there.`,
        say`If it is not attached there, or the machine no longer exists, the VolumeAttachment may be removed.`,
        ...recreation(attachment, cluster),
      ],
    };
  },
});

function backendOf(attachment: VolumeAttachment, cluster: Cluster): Phrase {
  const name = attachment.spec?.source?.persistentVolumeName ?? "";
  const found = cluster.get("v1/persistentvolumes", name);
  if (found.state !== "found") return say`the disk that pv/${name} recorded`;
  const backend = volumeBackend(found.object);
  return backend.type === "unknown" ? say`the disk of pv/${name}` : say`${backend.handle}`;
}

/** The attacher needs no more of a volume than its driver and its handle. */
function recreation(attachment: VolumeAttachment, cluster: Cluster): readonly Phrase[] {
  const name = attachment.spec?.source?.persistentVolumeName ?? "";
  if (cluster.get("v1/persistentvolumes", name).state !== "absent") return [];
  const then = isTerminating(attachment)
    ? say`the attacher then detaches the volume without further action`
    : say`the attachment is then valid again, and is deleted when no pod needs it`;
  return [
    say`Alternatively, create pv/${name} again with the same driver, the same volumeHandle and policy Retain: ${then}.`,
  ];
}

function machineOf(attachment: VolumeAttachment): Phrase {
  const id = annotationOf(attachment, annotationNames.nodeId);
  const node = attachment.spec?.nodeName ?? "";
  return id === undefined || id === node ? say`${node}` : say`${node} (${id})`;
}
