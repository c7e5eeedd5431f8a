import type { Cluster, Fact, Unread } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import type { Disk, PersistentVolume, Phrase } from "../../kubernetes/index.ts";
import { say } from "../../kubernetes/index.ts";
import { volumesMeaning } from "./lists.ts";
import { machineOf } from "./machines.ts";

/** How the tags of its disks name this cluster, where that can be told from the disks of its own volumes. */
type ClusterMark =
  | { readonly mark: "known"; readonly text: string }
  | { readonly mark: "not-known"; readonly because: Phrase }
  | { readonly mark: "unread"; readonly unread: Unread };

export function markOfCluster(driver: string, cluster: Cluster): ClusterMark {
  return cluster.fact(clusterMark, driver);
}

/** What many clusters are called that were never given a name. */
const general = /^(?:kubernetes|k8s|cluster|default|true|false|owned|shared|-|)$/i;

/**
 * Key: the driver. Only disks that were provisioned here count: a volume that was imported can have a disk of another cluster.
 * A mark that a disk on a machine outside of this cluster has, too, is shared by several clusters.
 */
const clusterMark: Fact<ClusterMark> = {
  name: "cluster-mark",
  from: ["v1/persistentvolumes", "v1/nodes", "storage.k8s.io/v1/csinodes", "pvguard.dev/v1alpha1/disks"],
  workOut(driver, cluster) {
    const disks = cluster.list("pvguard.dev/v1alpha1/disks", everywhere);
    if (!disks.read) return { mark: "unread", unread: disks.unread };
    const marks = new Set<string>();
    const marked: Disk[] = [];
    for (const disk of disks.items) {
      const mark = disk.spec?.cluster;
      if (disk.spec?.driver !== driver || mark === undefined || general.test(mark)) continue;
      const volumes = volumesMeaning(disk, cluster);
      if (!volumes.read) return { mark: "unread", unread: volumes.unread };
      if (volumes.items.some(isProvisionedHere)) marks.add(mark);
      marked.push(disk);
    }
    const [text, ...others] = marks;
    if (text === undefined)
      return {
        mark: "not-known",
        because: say`no disk of a volume of this cluster says which cluster it belongs to`,
      };
    if (others.length > 0)
      return {
        mark: "not-known",
        because: say`the disks of this cluster name several clusters: ${[...marks].join(", ")}`,
      };
    return sharedBy(text, marked, driver, cluster) ?? { mark: "known", text };
  },
};

/**
 * Was it provisioned for the claim that it names now? Of a volume that was restored in another cluster, the claim has another
 * uid: kubernetes-csi/external-provisioner pkg/controller/controller.go makeVolumeName, v5.2.
 */
function isProvisionedHere({ metadata, spec }: PersistentVolume): boolean {
  const uid = spec?.claimRef?.uid ?? "";
  return uid !== "" && metadata.name.endsWith(`-${uid}`);
}

/**
 * A disk with the mark that a machine of another cluster uses. One to which a volume here refers counts too: a cluster that was
 * restored from the etcd of another one has the volumes of that, with the same uids.
 */
function sharedBy(
  mark: string,
  marked: readonly Disk[],
  driver: string,
  cluster: Cluster,
): ClusterMark | undefined {
  for (const disk of marked.filter(({ spec }) => spec?.cluster === mark))
    for (const machine of disk.spec?.attachedTo ?? []) {
      const found = machineOf(machine, driver, cluster);
      if (found.state === "unread") return { mark: "unread", unread: found.unread };
      if (found.state === "absent")
        return {
          mark: "not-known",
          because: say`disks with the mark ${mark} are also attached to machines outside of this cluster, such as ${machine}`,
        };
    }
  return undefined;
}
