import { annotationNames, volumeBackend } from "../controllers/index.ts";
import { defineRemedy, nameOf } from "../engine/index.ts";
import {
  annotationOf,
  type Cluster,
  isTerminating,
  type Phrase,
  say,
  type VolumeAttachment,
} from "../model/index.ts";

export default defineRemedy({
  name: "prove-detached",
  summary: "Ask the storage itself whether a volume is still attached to a machine",
  needs: ["storage.k8s.io/v1/volumeattachments", "v1/persistentvolumes"],
  make(on, _using, cluster) {
    const found = cluster.get("storage.k8s.io/v1/volumeattachments", on.name);
    if (found.state !== "found") return undefined;
    const attachment = found.object;
    const node = attachment.spec?.nodeName ?? "";
    return {
      name: "prove-detached",
      title: say`Find out in the storage system whether ${nameOf(on)} still stands for a real attachment`,
      safety: "safe",
      spares: "the data",
      because: say`Kubernetes does not know. The status "attached: false" is no proof either: only the storage system, or a machine that is off, is.`,
      commands: [{ argv: ["kubectl", "get", "volumeattachments.storage.k8s.io", on.name, "-o", "yaml"] }],
      steps: [
        say`Look up ${backendOf(attachment, cluster)} where ${attachment.spec?.attacher ?? "the driver"} keeps its volumes, and the machine ${machineOf(attachment)}.`,
        say`If it is still attached there: make sure that machine ${node} is off, then detach it there.`,
        say`If it is not attached there, or the machine no longer exists: the VolumeAttachment may go.`,
        ...recreation(attachment, cluster),
      ],
    };
  },
});

function backendOf(attachment: VolumeAttachment, cluster: Cluster): Phrase {
  const name = attachment.spec?.source?.persistentVolumeName ?? "";
  const found = cluster.get("v1/persistentvolumes", name);
  if (found.state !== "found") return say`the volume that pv/${name} stood for`;
  const backend = volumeBackend(found.object);
  return backend.type === "unknown" ? say`the volume behind pv/${name}` : say`${backend.handle}`;
}

/** The attacher needs no more of a volume than its driver and its handle. */
function recreation(attachment: VolumeAttachment, cluster: Cluster): readonly Phrase[] {
  const name = attachment.spec?.source?.persistentVolumeName ?? "";
  if (cluster.get("v1/persistentvolumes", name).state !== "absent") return [];
  const then = isTerminating(attachment)
    ? say`the attacher then detaches by itself`
    : say`the attachment then counts again, and is deleted when no pod needs it`;
  return [
    say`Or create pv/${name} again, with the same driver and volumeHandle and with policy Retain: ${then}.`,
  ];
}

function machineOf(attachment: VolumeAttachment): Phrase {
  const id = annotationOf(attachment, annotationNames.nodeId);
  const node = attachment.spec?.nodeName ?? "";
  return id === undefined || id === node ? say`${node}` : say`${node} (${id})`;
}
