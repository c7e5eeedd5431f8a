import { asCsi, volumeHandleOf } from "../controllers/index.ts";
import type { RuleAnswer } from "../define/index.ts";
import { defineRule } from "../define/index.ts";
import { listedDisk } from "../evidence/index.ts";
import { isTerminating, say } from "../kubernetes/index.ts";
import { saveManifest } from "../remedies/index.ts";
import { noneFound } from "../report/index.ts";
import { sizeOf } from "./shared/findings.ts";
import { asOf } from "./shared/lists.ts";

export default defineRule({
  code: "PVG407",
  name: "disk-missing",
  title: "The disk of a volume is not in the list of its backend",
  severity: "error",
  confidence: "likely",
  onlyWith: "disks",
  on: ["v1/persistentvolumes"],
  needs: ["pvguard.dev/v1alpha1/diskinventories", "pvguard.dev/v1alpha1/disks"],
  what: "A list of the storage backend, which has the other disks of this cluster in the same region, pool or zone, does not have the disk of this PersistentVolume. The list was made after the volume was created, and nothing shows that it is not whole. A tool prints a filtered list like a whole one, so that this is likely, and not certain.",
  why: "The disk was deleted in the storage backend. Pods that use the volume do not start again, and its data is lost unless there is a copy.",
  whatToDo:
    "A person must look for the disk in the storage backend, under the handle that `kubectl pvguard why pv/NAME` prints. If it is gone, restore the data from a snapshot or a backup. Keep the volume object until then.",
  sources: [
    "container-storage-interface/spec spec.md ListVolumes, v1.12: even a list of the driver itself can lack volumes that exist, while others come and go",
  ],
  check(volume, { cluster }): RuleAnswer {
    if (isTerminating(volume)) return [];
    const listed = listedDisk(volume, cluster);
    if (listed.listed === "unread") return { unread: listed.unread };
    if (listed.listed !== "no") return [];
    const { name } = listed.list.inventory.metadata;
    const handle = volumeHandleOf(volume) ?? "";
    return [
      {
        message: say`its disk ${handle} is not among the disks of ${asCsi(volume)?.driver ?? ""}${asOf(name, cluster)}`,
        evidence: [noneFound(listed.list.inventory, handle)],
        ...sizeOf(volume),
        remedies: [saveManifest(volume)],
      },
    ];
  },
});
