import type { Cluster, Unread } from "../cluster/index.ts";
import type { RuleAnswer, RuleFinding } from "../define/index.ts";
import { defineRule } from "../define/index.ts";
import { listedDisk, machineOf } from "../evidence/index.ts";
import type { Disk, PersistentVolume, Phrase, VolumeAttachment } from "../kubernetes/index.ts";
import { instant, isTerminating, nameOf, say } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";
import { attachmentsOf, sizeOf } from "./shared/findings.ts";
import { asOf } from "./shared/lists.ts";

export default defineRule({
  code: "PVG218",
  name: "disk-attached-elsewhere",
  title: "The backend and the API disagree about where a disk is attached",
  confidence: "likely",
  onlyWith: "disks",
  on: ["v1/persistentvolumes"],
  needs: [
    "pvguard.dev/v1alpha1/diskinventories",
    "pvguard.dev/v1alpha1/disks",
    "storage.k8s.io/v1/volumeattachments",
    "storage.k8s.io/v1/csinodes",
    "v1/nodes",
  ],
  what: "A list of the storage backend says that the disk of a PersistentVolume is attached to a machine for which there is no VolumeAttachment: another node, or a machine that is no node of this cluster. Or a VolumeAttachment says that it is attached, and the later list says that it is attached to nothing. A list is older than the API: what has changed since is not told.",
  why: "A disk that is still attached to another machine cannot be attached where the pod starts. If that machine still writes to it, the file system is damaged. A machine outside of this cluster can belong to a second cluster with a volume for the same disk.",
  whatToDo:
    "A person must look at the machine in the storage backend, and find out what uses the disk there. Do not detach it by force while the machine may write to it. See `kubectl pvguard why pv/NAME`.",
  sources: [
    "kubernetes-csi/external-attacher pkg/controller/csi_handler.go syncAttach: attached is set once, and is not compared again without LIST_VOLUMES_PUBLISHED_NODES, v4.8",
    "kubernetes-sigs/aws-ebs-csi-driver pkg/driver/node.go NodeGetInfo: the node ID is the instance ID, v1.64",
  ],
  check(volume, { cluster, once }): RuleAnswer {
    const listed = listedDisk(volume, cluster);
    if (listed.listed === "unread") return { unread: listed.unread };
    if (listed.listed !== "yes" || isTerminating(volume)) return [];
    const { disk, list } = listed;
    if (disk.spec?.attachments !== "known") return [];
    const attachments = once(volume, attachmentsOf);
    if (!attachments.read) return { unread: attachments.unread };
    const asked = { volume, disk, attachments: attachments.items, cluster };
    const made = list.inventory.spec?.madeAt ?? list.inventory.spec?.newest;
    const found = (disk.spec.attachedTo ?? []).length === 0 ? lostAttachment(asked, made) : strays(asked);
    if ("unread" in found) return { unread: found.unread };
    return found.map(
      ({ message, severity }): RuleFinding => ({
        message: say`${message}${asOf(list.inventory.metadata.name, cluster)}`,
        ...(severity === undefined ? {} : { severity }),
        evidence: [proof(disk, "spec.attachedTo", (disk.spec?.attachedTo ?? []).join(", "))],
        ...sizeOf(volume),
      }),
    );
  },
});

interface Asked {
  readonly volume: PersistentVolume;
  readonly disk: Disk;
  readonly attachments: readonly VolumeAttachment[];
  readonly cluster: Cluster;
}

type Told =
  | readonly { readonly message: Phrase; readonly severity?: "error" }[]
  | { readonly unread: Unread };

/** Machines that the backend names, and that no attachment does. */
function strays({ disk, attachments, cluster }: Asked): Told {
  const nodes = attachments.map(({ spec }) => spec?.nodeName ?? "");
  const found: { message: Phrase; severity?: "error" }[] = [];
  for (const machine of disk.spec?.attachedTo ?? []) {
    const node = machineOf(machine, disk.spec?.driver ?? "", cluster);
    if (node.state === "unread") return { unread: node.unread };
    if (node.state === "absent") {
      const other =
        nodes.length === 0
          ? []
          : say`, and an attachment says that it is attached to node ${nodes.join(", ")}`;
      found.push({
        message: say`its disk is attached to the machine ${machine}, which is no node of this cluster${other}`,
        ...(nodes.length === 0 ? {} : { severity: "error" }),
      });
    } else if (!nodes.includes(node.object.metadata.name)) {
      const other =
        nodes.length === 0 ? say`no attachment says so` : say`its attachment names node ${nodes.join(", ")}`;
      found.push({ message: say`its disk is attached to ${nameOf(node.object)}, and ${other}` });
    }
  }
  return found;
}

/** Attached as far as the API knows, and by a later list to nothing. */
function lostAttachment({ attachments }: Asked, made: string | undefined): Told {
  const at = instant(made);
  const attached = attachments.filter(
    (each) =>
      each.status?.attached === true &&
      !isTerminating(each) &&
      at !== undefined &&
      (instant(each.metadata.creationTimestamp) ?? at) < at,
  );
  return attached.map(({ spec }) => ({
    message: say`its attachment says that it is attached to node ${spec?.nodeName ?? ""}, and the backend has it attached to nothing`,
  }));
}
