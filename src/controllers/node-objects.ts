import type { Cluster, Listed, Unread } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import type {
  Node,
  ObjectRef,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  VolumeAttachment,
} from "../kubernetes/index.ts";
import { labelOf } from "../kubernetes/index.ts";
import { attachmentsByNode, claimNamesOfPod, podsByNode } from "./indexes/index.ts";
import { volumesByHost } from "./indexes/volumes.ts";
import { claimNamed, claimOf, isUsableElsewhere } from "./objects/index.ts";

/** The pods on a node that use claims, whatever their phase. */
export function podsWithClaimsOn({ metadata }: Node, cluster: Cluster): Listed<Pod> {
  const pods = cluster.lookup(podsByNode, metadata.name, everywhere);
  if (!pods.read) return pods;
  return { read: true, items: pods.items.filter((pod) => claimNamesOfPod(pod).length > 0) };
}

export function attachmentsOn({ metadata }: Node, cluster: Cluster): Listed<VolumeAttachment> {
  return cluster.lookup(attachmentsByNode, metadata.name, everywhere);
}

/** By which volumes name the machine: the node's name, and its hostname. */
export function hostNamesOf(node: Node): readonly string[] {
  const { name } = node.metadata;
  return [...new Set([name, labelOf(node, "kubernetes.io/hostname") ?? name])];
}

/** The volumes whose node affinity names this machine, by the node's name or its hostname. */
export function volumesTiedTo(node: Node, cluster: Cluster): Listed<PersistentVolume> {
  const found = new Set<PersistentVolume>();
  for (const host of hostNamesOf(node)) {
    const volumes = cluster.lookup(volumesByHost, host, everywhere);
    if (!volumes.read) return volumes;
    for (const volume of volumes.items) found.add(volume);
  }
  return { read: true, items: [...found] };
}

/** The claims that these pods use, and those of these volumes, as far as they exist. */
export function claimsBehind(
  objects: readonly (Pod | PersistentVolume)[],
  cluster: Cluster,
): Listed<PersistentVolumeClaim> {
  const claims = new Set<PersistentVolumeClaim>();
  for (const { name, namespace } of objects.flatMap(claimRefs)) {
    const claim = cluster.get("v1/persistentvolumeclaims", name, namespace);
    if (claim.state === "unread") return { read: false, unread: claim.unread };
    if (claim.state === "found") claims.add(claim.object);
  }
  return { read: true, items: [...claims] };
}

function claimRefs(object: Pod | PersistentVolume): readonly ObjectRef[] {
  if (object.kind === "PersistentVolume") return [claimOf(object) ?? []].flat();
  return claimNamesOfPod(object).map((name) => claimNamed(object.metadata.namespace ?? "", name));
}

/** A pod, and a volume of it that no other node reaches. */
interface TiedPod {
  readonly pod: Pod;
  readonly claim: PersistentVolumeClaim;
  readonly volume: PersistentVolume;
}

/** Of these pods on a node, those that can run nowhere else, because of a volume. */
export function podsTiedTo(
  node: Node,
  pods: readonly Pod[],
  cluster: Cluster,
): { readonly tied: readonly TiedPod[]; readonly unread?: Unread } {
  const tied: TiedPod[] = [];
  for (const pod of pods) {
    const claims = claimsBehind([pod], cluster);
    if (!claims.read) return { tied, unread: claims.unread };
    for (const claim of claims.items) {
      const volume = cluster.get("v1/persistentvolumes", claim.spec?.volumeName ?? "");
      if (volume.state === "unread") return { tied, unread: volume.unread };
      if (volume.state === "absent") continue;
      const elsewhere = isUsableElsewhere(volume.object, node.metadata.name, cluster);
      if (typeof elsewhere === "object") return { tied, unread: elsewhere.unread };
      if (elsewhere === "no") tied.push({ pod, claim, volume: volume.object });
    }
  }
  return { tied };
}
