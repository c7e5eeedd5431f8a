import type { Cluster } from "../../cluster/index.ts";
import { isPodFinished, podsOfClaim } from "../../controllers/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase, Pod } from "../../kubernetes/index.ts";
import { isTerminating, join, nameOf, say } from "../../kubernetes/index.ts";
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
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([node, pod]) => say`${nameOf(pod)} on node/${node}`);
  const since = second?.metadata.creationTimestamp;
  return {
    ...weigh([...byNode.values()].map((pod) => proof(pod, "spec.nodeName", pod.spec?.nodeName))),
    message: say`${join(users, " and ")} use it at the same time`,
    ...(since === undefined ? {} : { since }),
  };
}

/** By the names that the drivers have in their own manifests: NFS, SMB, EFS, Azure Files, CephFS, Filestore, JuiceFS. */
const ofShares =
  /^(?:(?:nfs|smb)\.csi\.k8s\.io|efs\.csi\.aws\.com|file\.csi\.azure\.com|(?:.*\.)?cephfs\.csi\.ceph\.com|filestore\.csi\.storage\.gke\.io|csi\.juicefs\.com)$/;

/** Is the volume a file system that a server shares, so that several nodes can write to it? Of another driver nothing shows that. */
export function isFileShare({ spec }: PersistentVolume): boolean {
  return spec?.nfs !== undefined || ofShares.test(spec?.csi?.driver ?? "");
}

function newestFirst(one: Pod, other: Pod): number {
  return (other.metadata.creationTimestamp ?? "").localeCompare(one.metadata.creationTimestamp ?? "");
}
