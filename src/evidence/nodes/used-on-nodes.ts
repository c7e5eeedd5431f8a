import type { Cluster } from "../../cluster/index.ts";
import { isPodFinished, podsOfClaim } from "../../controllers/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase, Pod } from "../../kubernetes/index.ts";
import { inOrder, isTerminating, join, nameOf, say } from "../../kubernetes/index.ts";
import { proof } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";

interface Users {
  readonly message: Phrase;
  /** When the second node began. */
  readonly since?: string;
}

/**
 * Do running pods on several nodes use a claim? The attach-detach controller keeps a second node from it only where the driver
 * attaches volumes. One pod of each node is named: that which was created first.
 * kubernetes/kubernetes pkg/volume/csi/csi_plugin.go CanAttach, 1.36.
 */
export function usedOnNodes(claim: PersistentVolumeClaim, cluster: Cluster): Answer<Partial<Users>> {
  const pods = podsOfClaim(claim, cluster);
  if (!pods.read) return notLooked(pods.unread);
  const running = pods.items.filter(
    (pod) => pod.status?.phase === "Running" && !isTerminating(pod) && !isPodFinished(pod),
  );
  const byNode = new Map([...running].sort(newestFirst).map((pod) => [pod.spec?.nodeName ?? "", pod]));
  if (byNode.size < 2) return weigh([]);
  const [, second] = [...byNode.values()].sort(newestFirst).reverse();
  const users = [...byNode]
    .sort(([one], [other]) => inOrder(one, other))
    .map(([node, pod]) => say`${nameOf(pod)} on node/${node}`);
  const since = second?.metadata.creationTimestamp;
  return {
    ...weigh([...byNode.values()].map((pod) => proof(pod, "spec.nodeName", pod.spec?.nodeName))),
    message: say`${join(users, " and ")} use it at the same time`,
    ...(since === undefined ? {} : { since }),
  };
}

/**
 * By the names that the drivers give themselves: kubernetes-csi/csi-driver-nfs pkg/nfs/nfs.go, csi-driver-smb pkg/smb/smb.go
 * (DefaultDriverName), kubernetes-sigs/aws-efs-csi-driver pkg/driver/driver.go, azurefile-csi-driver pkg/azurefile/azurefile.go,
 * gcp-filestore-csi-driver and ceph/ceph-csi deploy (csidriver.yaml; Rook puts its namespace before it),
 * kubernetes/cloud-provider-openstack manifests/manila-csi-plugin, juicedata/juicefs-csi-driver pkg/config/config.go.
 */
const ofShares =
  /^(?:(?:nfs|smb)\.csi\.k8s\.io|efs\.csi\.aws\.com|file\.csi\.azure\.com|(?:.*\.)?(?:cephfs|nfs)\.csi\.ceph\.com|(?:(?:nfs|cephfs)\.)?manila\.csi\.openstack\.org|filestore\.csi\.storage\.gke\.io|csi\.juicefs\.com)$/;

/**
 * Is the volume a file system that a server shares, so that several nodes can write to it? Of another driver nothing shows that. A
 * disk image in a share of Azure Files, which the fourth part of its handle names, is a disk: kubernetes-sigs/azurefile-csi-driver
 * pkg/azurefile/azurefile.go GetFileShareInfo, v1.33.
 */
export function isFileShare({ spec = {} }: PersistentVolume): boolean {
  const { driver = "", volumeHandle = "" } = spec.csi ?? {};
  if (driver === "file.csi.azure.com" && (volumeHandle.split("#")[3] ?? "") !== "") return false;
  const sources = [spec.nfs, spec.cephfs, spec.azureFile, spec.glusterfs, spec.quobyte];
  return sources.some((source) => source !== undefined) || ofShares.test(driver);
}

/** Where a volume for one node is used on several: a server of a share orders their writes, whatever the access modes say. */
export function butForOne(volume: PersistentVolume, where: Phrase): Phrase {
  const then = isFileShare(volume)
    ? say`the volume is a file share, which several nodes can write to`
    : say`unless the volume is a file share, two nodes that write to it destroy its file system`;
  return say`${where}, but its access modes allow only one node; ${then}`;
}

function newestFirst(one: Pod, other: Pod): number {
  return (other.metadata.creationTimestamp ?? "").localeCompare(one.metadata.creationTimestamp ?? "");
}
