import type { Cluster } from "../cluster/index.ts";
import { objectOf } from "../cluster/index.ts";
import { readableSize, volumeHandleOf } from "../controllers/index.ts";
import { blocked, couldNotRead, defineWait, waiting } from "../define/index.ts";
import { listedIfGiven } from "../evidence/index.ts";
import type { Disk, PersistentVolume, PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { isTerminating, say } from "../kubernetes/index.ts";
import { saveManifest } from "../remedies/index.ts";
import { noneFound } from "../report/index.ts";

export default defineWait({
  wait: "disk-not-listed",
  on: ["v1/persistentvolumes", "v1/persistentvolumeclaims"],
  needs: ["v1/persistentvolumes"],
  sources: [
    "container-storage-interface/spec spec.md ListVolumes, v1.12: even a list of the driver itself can lack volumes that exist, while others come and go",
  ],
  reasons: {
    DiskNotListed: blocked("The disk is not in the list of its storage backend", {
      what: "With `--disks`, a list of the storage backend was given. It has the other disks of this cluster in the same place, and not the disk of this volume.",
      why: "The disk was deleted in the storage backend, or the list was filtered. No controller of Kubernetes notices that a disk is gone.",
      whatToDo:
        "A person must look for the disk in the storage backend. If it is gone, restore the data from a snapshot or a backup. Keep the volume object until then.",
    }),
    DiskListed: waiting("A list of the storage backend has the disk", {
      what: "With `--disks`, a list of the storage backend was given, and it has the disk of this volume.",
      why: "What a list says is as old as the list.",
      whatToDo: "No action is needed. `kubectl pvguard audit --disks FILE` compares sizes and attachments.",
    }),
    DiskListUnclear: waiting("A list of the storage backend does not tell about the disk", {
      what: "With `--disks`, a list of the storage backend was given. It does not have the disk of this volume, and may not have to.",
      why: "The list is older than the volume, of another place, filtered, or not whole.",
      whatToDo:
        "List the disks again, without a filter, in the region or project of the volume. See `kubectl pvguard why pv/NAME --disks FILE`.",
    }),
  },
  holds(object, cluster) {
    const volume = volumeBehind(object, cluster);
    if (volume === undefined) return [];
    const listed = listedIfGiven(volume, cluster);
    if (listed.listed === "unread") return couldNotRead(listed.unread);
    if (listed.listed !== "no") return [];
    const handle = volumeHandleOf(volume) ?? "its disk";
    const { inventory } = listed.list;
    return {
      reason: "DiskNotListed",
      holder: { person: "administrator" },
      message: say`${inventory.metadata.name} does not have the disk ${handle}: either it was deleted in the storage backend, or the list was filtered`,
      evidence: [noneFound(inventory, handle)],
      remedies: [saveManifest(volume)],
    };
  },
  remark(object, cluster) {
    const volume = volumeBehind(object, cluster);
    const listed = volume === undefined ? undefined : listedIfGiven(volume, cluster);
    if (listed?.listed === "yes") {
      const { name } = listed.list.inventory.metadata;
      return { reason: "DiskListed", message: say`${name} has its disk${told(listed.disk)}` };
    }
    if (listed?.listed !== "not-known") return undefined;
    const { name } = listed.list.inventory.metadata;
    return {
      reason: "DiskListUnclear",
      message: say`whether its disk exists cannot be told from ${name}: ${listed.because}`,
    };
  },
});

/** An object that is being deleted is reported as that. */
function volumeBehind(
  object: PersistentVolume | PersistentVolumeClaim,
  cluster: Cluster,
): PersistentVolume | undefined {
  if (isTerminating(object)) return undefined;
  if (object.kind === "PersistentVolume") return object;
  return objectOf(cluster.get("v1/persistentvolumes", object.spec?.volumeName ?? ""));
}

function told({ metadata, spec }: Disk): Phrase {
  const { state, bytes, attachedTo = [] } = spec ?? {};
  const size = bytes === undefined ? [] : say`, ${readableSize(bytes)}`;
  const where = attachedTo.length === 0 ? [] : say`, attached to ${attachedTo.join(", ")}`;
  return say`: ${metadata.name}${state === undefined ? [] : say`, ${state}`}${size}${where}`;
}
