import type { Cluster } from "../../cluster/index.ts";
import { attachmentsNaming, outcomeOfDeleted, provisionerOf } from "../../controllers/index.ts";
import type { PersistentVolume } from "../../kubernetes/index.ts";
import { instant, isTerminating } from "../../kubernetes/index.ts";
import { refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";

/**
 * May the object have been deleted by its provisioner, which destroys the disk first? That looks the same as when a person
 * deletes a Released volume on which nothing makes a controller delete the disk. It is refuted where it was deleted before it
 * was Released, since then no provisioner looked at it, and while an attachment names it. A time of the phase is recorded from
 * Kubernetes 1.29 on.
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go deleteVolumeOperation, v9 to v13;
 * kubernetes-csi/external-provisioner pkg/controller/controller.go canDeleteVolume, v2.1 to v6.
 */
export function deletionDone(volume: PersistentVolume, cluster: Cluster): Answer {
  const { deletionTimestamp, finalizers = [] } = volume.metadata;
  const { phase, lastPhaseTransitionTime } = volume.status ?? {};
  if (!isTerminating(volume)) return weigh([], [refutation(volume, "metadata.deletionTimestamp", null)]);
  if (outcomeOfDeleted(volume) !== "leaked")
    return weigh([], [refutation(volume, "metadata.finalizers", finalizers.join(", "))]);
  if (phase !== "Released") return weigh([], [refutation(volume, "status.phase", phase)]);
  if (provisionerOf(volume) === undefined)
    return weigh([], [refutation(volume, "metadata.annotations", "no pv.kubernetes.io/provisioned-by")]);
  const deleted = instant(deletionTimestamp);
  const released = instant(lastPhaseTransitionTime);
  if (deleted !== undefined && released !== undefined && deleted < released)
    return weigh([], [refutation(volume, "status.lastPhaseTransitionTime", lastPhaseTransitionTime)]);
  const attachments = attachmentsNaming(volume.metadata.name, cluster);
  if (!attachments.read) return notLooked(attachments.unread);
  const [attachment] = attachments.items;
  return attachment === undefined
    ? weigh([])
    : weigh([], [refutation(attachment, "spec.source.persistentVolumeName", volume.metadata.name)]);
}

/** Does nothing refute that its provisioner deleted it, and the disk before? */
export function mayBeDone(volume: PersistentVolume, cluster: Cluster): boolean {
  return deletionDone(volume, cluster).is !== "refuted";
}
