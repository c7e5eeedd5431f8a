import { asCsi } from "../controllers/index.ts";
import type { RuleAnswer } from "../define/index.ts";
import { defineRule } from "../define/index.ts";
import { listedDisk, markerOf, markOfCluster } from "../evidence/index.ts";
import { say } from "../kubernetes/index.ts";
import { setRetain } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { sizeOf } from "./shared/findings.ts";
import { asOf } from "./shared/lists.ts";

export default defineRule({
  code: "PVG219",
  name: "disk-of-another-cluster",
  title: "A volume refers to a disk that another cluster created",
  confidence: "likely",
  onlyWith: "disks",
  on: ["v1/persistentvolumes"],
  needs: [
    "pvguard.dev/v1alpha1/diskinventories",
    "pvguard.dev/v1alpha1/disks",
    "v1/nodes",
    "storage.k8s.io/v1/csinodes",
  ],
  what: "The tags of the disk of a PersistentVolume, or what its backend has in place of tags, name another cluster than those of the disks that were provisioned here. This is so after a migration, and where two clusters have a volume for one disk.",
  why: "If the other cluster still has a volume for the disk, both can write to it, and that cluster can delete it when its own claim is deleted.",
  whatToDo:
    "Look in the other cluster whether a volume still has this handle: `kubectl get pv -o wide`. If it has, a person must decide which of them keeps it. Set both to Retain until then.",
  sources: [
    "kubernetes-sigs/aws-ebs-csi-driver pkg/driver/constants.go ResourceLifecycleTagPrefix, KubernetesClusterTag, v1.64",
  ],
  check(volume, { cluster }): RuleAnswer {
    const listed = listedDisk(volume, cluster);
    if (listed.listed === "unread") return { unread: listed.unread };
    const mark = listed.listed === "yes" ? listed.disk.spec?.cluster : undefined;
    if (listed.listed !== "yes" || mark === undefined) return [];
    const own = markOfCluster(asCsi(volume)?.driver ?? "", cluster);
    if (own.mark === "unread") return { unread: own.unread };
    if (own.mark !== "known" || own.text === mark) return [];
    return [
      {
        message: say`by the ${markerOf(listed.list)} of its disk, that belongs to the cluster ${mark}, and other disks here belong to ${own.text}${asOf(listed.list.inventory.metadata.name, cluster)}`,
        evidence: [proof(listed.disk, "spec.cluster", mark)],
        ...sizeOf(volume),
        remedies: [setRetain(volume)],
      },
    ];
  },
});
