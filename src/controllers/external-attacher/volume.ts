import {
  type Action,
  annotationOf,
  defineController,
  everywhere,
  isTerminating,
  nothing,
  type PersistentVolume,
  refOf,
  type VolumeAttachment,
} from "../../model/index.ts";
import { migratedTo } from "../annotation-names.ts";
import { attacherFinalizer } from "../attacher-name.ts";
import { actOnAll, unknown, waitForAll } from "../decision.ts";
import { attacherPrefix } from "../finalizer-names.ts";
import { attachmentsByVolume } from "../indexes/index.ts";
import { removeFinalizer } from "../protection.ts";
import { migratedPlugins, volumeBackend } from "../volume-source.ts";

/**
 * The finalizers of attachers that this volume loses once no attachment names it. A deleted volume loses all; a live one
 * those of a migration that was undone. Otherwise they stay permanently.
 * kubernetes-csi/external-attacher pkg/controller/csi_handler.go SyncNewOrUpdatedPersistentVolume, v4.12.
 */
export function attacherFinalizersToRemove(volume: PersistentVolume): readonly string[] {
  const ours = (volume.metadata.finalizers ?? []).filter((finalizer) => finalizer.startsWith(attacherPrefix));
  if (isTerminating(volume)) return ours;
  const backend = volumeBackend(volume);
  if (!("plugin" in backend) || !migratedPlugins.has(backend.plugin)) return [];
  const current = attacherFinalizer(annotationOf(volume, migratedTo) ?? "");
  const driver = migratedPlugins.get(backend.plugin) ?? "";
  return ours.filter((finalizer) => finalizer === attacherFinalizer(driver) && finalizer !== current);
}

/** The attachments that keep the finalizer there: all that name the volume, of any node, attacher and state. */
export function attachmentsOf(
  volume: PersistentVolume,
  attachments: readonly VolumeAttachment[],
): readonly VolumeAttachment[] {
  return attachments.filter(({ spec }) => spec?.source?.persistentVolumeName === volume.metadata.name);
}

export const volumeAttacher = defineController({
  name: "external-attacher",
  on: "v1/persistentvolumes",
  sources: [
    "kubernetes-csi/external-attacher pkg/controller/csi_handler.go SyncNewOrUpdatedPersistentVolume, v4.12",
  ],
  decide(volume, cluster) {
    const [first, ...more] = attacherFinalizersToRemove(volume);
    if (first === undefined) return nothing;
    const attachments = cluster.lookup(attachmentsByVolume, volume.metadata.name, everywhere);
    if (!attachments.read) return unknown(attachments);
    const left = attachmentsOf(volume, attachments.items);
    if (left.length > 0) return waitForAll(left.map(refOf));
    const remove = (finalizer: string): Action => removeFinalizer(volume, finalizer);
    return actOnAll([remove(first), ...more.map(remove)]);
  },
});
