import type { Cluster } from "../cluster/index.ts";
import { wholeQuantity } from "../controllers/index.ts";
import type { RuleAnswer } from "../define/index.ts";
import { defineRule } from "../define/index.ts";
import { diskUser, refusalOf } from "../evidence/index.ts";
import type { Disk, Phrase } from "../kubernetes/index.ts";
import { isTerminating, say } from "../kubernetes/index.ts";
import { deleteListedDisk, importDisk } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { asOf, sizeOfDisk } from "./shared/lists.ts";

export default defineRule({
  code: "PVG316",
  name: "disk-leaked",
  title: "A disk of this cluster has no volume",
  confidence: "likely",
  onlyWith: "disks",
  on: ["pvguard.dev/v1alpha1/disks", "pvguard.dev/v1alpha1/diskinventories"],
  needs: [
    "v1/persistentvolumes",
    "v1/persistentvolumeclaims",
    "v1/nodes",
    "storage.k8s.io/v1/csinodes",
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  ],
  what: "A list of the storage backend has a disk that belongs to this cluster, and no PersistentVolume refers to it. Its claim no longer exists, no snapshot content names it, and its list names no machine that uses it. It belongs to this cluster if its tags, or what its backend has in place of tags, name the same cluster as those of the disks that were provisioned here. Or its list is kept in the cluster itself. Where that cannot be told, PVG317 counts the disk instead.",
  why: "The volume object was deleted while its policy was Retain, or a finalizer was removed manually. The disk costs money until it is deleted, and its data may be the last copy.",
  whatToDo:
    "A person must decide. To use the data, create a volume for the disk: `kubectl pvguard audit --disks FILE -o wide` prints the manifest. To give it up, delete the disk in the storage backend.",
  sources: [
    "kubernetes-csi/external-provisioner pkg/controller/controller.go makeVolumeName, v5.2",
    "kubernetes-sigs/gcp-compute-persistent-disk-csi-driver pkg/gce-pd-csi-driver/cleanup.go: a disk whose claim exists may be being provisioned, v1.22",
    "topolvm/topolvm#1213",
  ],
  check(disk, context): RuleAnswer {
    if (disk.kind === "DiskInventory") {
      // Of a list that could not be read, no disk is known.
      const refused = refusalOf(disk, context.cluster);
      return refused === undefined ? [] : { unread: refused };
    }
    const { cluster } = context;
    const { is, attachedTo = [], inventory = "" } = disk.spec ?? {};
    if (is === "snapshot" || attachedTo.length > 0 || isTerminating(disk) || context.isTooNew(disk))
      return [];
    const user = diskUser(disk, cluster);
    if (user.user === "unread") return { unread: user.unread };
    if (user.user !== "none" || user.whose !== "this") return [];
    const created = disk.metadata.creationTimestamp;
    return [
      {
        message: say`no volume refers to this disk${madeFor(disk)}: ${user.because}${costOf(disk, cluster)}${asOf(inventory, cluster)}`,
        ...(created === undefined ? {} : { since: created }),
        evidence: [proof(disk, "spec.state", disk.spec?.state ?? "listed")],
        ...sizeOfDisk(disk),
        remedies: [importDisk(disk), deleteListedDisk(disk)],
      },
    ];
  },
});

/** Only where a person gave a price. */
function costOf({ spec }: Disk, cluster: Cluster): Phrase {
  const found = cluster.get("pvguard.dev/v1alpha1/diskinventories", spec?.inventory ?? "");
  const price = found.state === "found" ? found.object.spec?.price : undefined;
  const bytes = wholeQuantity(spec?.bytes);
  if (price === undefined || bytes === undefined) return [];
  const cost = (bytes / 1024 ** 3) * Number(price);
  return say`; at ${price} per GiB, it costs ${cost.toFixed(2)} a month`;
}

function madeFor({ spec }: Disk): Phrase {
  const { namespace = "", name = "" } = spec?.claim ?? {};
  if (name === "")
    return spec?.volumeName === undefined ? [] : say`, which was made for pv/${spec.volumeName}`;
  return say`, which was made for pvc/${name} (${namespace}); that claim no longer exists`;
}
