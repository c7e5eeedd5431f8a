import { readableSize, wholeQuantity } from "../controllers/index.ts";
import type { RuleAnswer } from "../define/index.ts";
import { defineRule } from "../define/index.ts";
import { listedDisk } from "../evidence/index.ts";
import { say } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";
import { sizeOf } from "./shared/findings.ts";
import { asOf } from "./shared/lists.ts";

/** Backends round up, most of them to whole gibibytes: what a disk has more than that is no rounding. */
const rounding = 1024 ** 3;

export default defineRule({
  code: "PVG220",
  name: "disk-size-differs",
  title: "A disk is not as large as its volume says",
  confidence: "likely",
  onlyWith: "disks",
  on: ["v1/persistentvolumes"],
  needs: ["pvguard.dev/v1alpha1/diskinventories", "pvguard.dev/v1alpha1/disks"],
  what: "A list of the storage backend gives the disk of a PersistentVolume another size than spec.capacity does. A smaller disk is a warning. A larger one, by more than a gibibyte, is a note: backends round up, and an expansion may be unfinished.",
  why: "If the disk is smaller than the volume, it was expanded in the API only, or the volume was created manually with a wrong size. A program that trusts the size gets errors when the disk is full.",
  whatToDo:
    "Compare it with the storage backend, since the list may be older than an expansion. See what the resizer says: `kubectl describe pvc NAME -n NAMESPACE`. To use a larger disk, set the claim's request to its size.",
  sources: [
    "kubernetes-csi/external-resizer pkg/controller/expand_and_recover.go: the volume's capacity is set after the driver has expanded the disk, v1.13",
  ],
  check(volume, { cluster }): RuleAnswer {
    const listed = listedDisk(volume, cluster);
    if (listed.listed === "unread") return { unread: listed.unread };
    const bytes = listed.listed === "yes" ? wholeQuantity(listed.disk.spec?.bytes) : undefined;
    const said = wholeQuantity(volume.spec?.capacity?.storage);
    if (listed.listed !== "yes" || bytes === undefined || said === undefined) return [];
    const isSmaller = bytes < said;
    if (!isSmaller && bytes - said <= rounding) return [];
    const [own, other] = [readableSize(String(bytes)), readableSize(String(said))];
    return [
      {
        message: say`its disk has ${own}, and the volume says ${other}${asOf(listed.list.inventory.metadata.name, cluster)}`,
        severity: isSmaller ? "warning" : "note",
        evidence: [
          proof(listed.disk, "spec.bytes", listed.disk.spec?.bytes ?? ""),
          proof(volume, "spec.capacity.storage", volume.spec?.capacity?.storage ?? ""),
        ],
        ...sizeOf(volume),
      },
    ];
  },
});
