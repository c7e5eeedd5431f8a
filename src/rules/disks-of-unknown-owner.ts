import type { Cluster, Unread } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import { disksByInventory, readableSize, wholeQuantity } from "../controllers/index.ts";
import type { RuleAnswer } from "../define/index.ts";
import { defineRule } from "../define/index.ts";
import { diskUser, refusalOf } from "../evidence/index.ts";
import type { Disk, DiskInventory, Phrase } from "../kubernetes/index.ts";
import { isTerminating, join, say, words } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";

export default defineRule({
  code: "PVG317",
  name: "disks-of-unknown-owner",
  title: "Listed disks without a volume that may belong elsewhere",
  severity: "note",
  confidence: "unknown",
  onlyWith: "disks",
  on: ["pvguard.dev/v1alpha1/diskinventories"],
  needs: [
    "pvguard.dev/v1alpha1/disks",
    "v1/persistentvolumes",
    "v1/persistentvolumeclaims",
    "v1/nodes",
    "storage.k8s.io/v1/csinodes",
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  ],
  what: "A list of the storage backend has disks to which no PersistentVolume of this cluster refers, and which are not known to be leaked. They are marked as of another cluster or of none, a machine uses them, or an object of this cluster may need them. Or the list itself is not whole.",
  why: "One account or pool usually serves several clusters and other machines. A disk without a volume here may hold the data of another cluster.",
  whatToDo:
    "Do not delete these disks because of this report. Run `kubectl pvguard audit --disks FILE` on each cluster that uses the account: what no cluster claims, a person must check in the storage backend.",
  sources: ["rook/kubectl-rook-ceph docs/subvolume.md: --consumer-context, v0.9.6", "topolvm/topolvm#1213"],
  check(inventory, { cluster }): RuleAnswer {
    const disks = cluster.lookup(disksByInventory, inventory.metadata.name, everywhere);
    if (!disks.read) return { unread: disks.unread };
    const { partial } = inventory.spec ?? {};
    const sorted = sort(disks.items, cluster);
    if ("unread" in sorted) return { unread: sorted.unread };
    const parts = told(sorted);
    if (parts.length === 0 && partial === undefined) return [];
    const whole = partial === undefined ? [] : [say`the list is not whole: ${partial}`];
    const findings = [
      {
        message: join([...whole, ...parts], "; "),
        evidence: [proof(inventory, "spec.backend", inventory.spec?.backend ?? "")],
        holder: { object: refTo(inventory) },
      },
    ];
    const refused = refusalOf(inventory, cluster);
    return refused === undefined ? findings : { unread: refused, findings };
  },
});

function refTo({ apiVersion, kind, metadata }: DiskInventory) {
  return { apiVersion, kind, name: metadata.name };
}

interface Sorted {
  readonly another: readonly Disk[];
  readonly unmarked: readonly Disk[];
  readonly attached: readonly Disk[];
  readonly perhaps: readonly Disk[];
}

function sort(disks: readonly Disk[], cluster: Cluster): Sorted | { readonly unread: Unread } {
  const sorted: Record<keyof Sorted, Disk[]> = { another: [], unmarked: [], attached: [], perhaps: [] };
  for (const disk of disks) {
    if (disk.spec?.is === "snapshot" || isTerminating(disk)) continue;
    const user = diskUser(disk, cluster);
    switch (user.user) {
      case "unread":
        return { unread: user.unread };
      case "volume":
        break;
      case "perhaps":
        sorted.perhaps.push(disk);
        break;
      case "none":
        if (user.whose === "another") sorted.another.push(disk);
        else if ((disk.spec?.attachedTo ?? []).length > 0) sorted.attached.push(disk);
        else if (user.whose === "not-known") sorted.unmarked.push(disk);
    }
  }
  return sorted;
}

function told({ another, unmarked, attached, perhaps }: Sorted): readonly Phrase[] {
  return [
    part(unmarked, "without a volume may be leaked or belong to another cluster, as nothing marks them"),
    part(another, "without a volume here, marked as of another cluster"),
    part(attached, "without a volume, attached to a machine"),
    part(perhaps, "that an object of this cluster may need"),
  ].filter((each) => each !== undefined);
}

/** So many are named. */
const mostNamed = 3;

/** `2 disks (8Gi) that ...: vol-1, vol-2`. */
function part(disks: readonly Disk[], what: string): Phrase | undefined {
  if (disks.length === 0) return undefined;
  const bytes = disks.reduce((sum, { spec }) => sum + (wholeQuantity(spec?.bytes) ?? 0), 0);
  const size = bytes === 0 ? "" : ` (${readableSize(String(bytes))})`;
  const names = disks.slice(0, mostNamed).map(({ metadata }) => metadata.name);
  const more = disks.length > mostNamed ? ", ..." : "";
  const count = `${disks.length} ${disks.length === 1 ? "disk" : "disks"}${size} ${what}: `;
  return [...words(count), ...say`${names.join(", ")}`, ...words(more)];
}
