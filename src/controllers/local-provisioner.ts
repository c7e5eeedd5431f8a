import type { Cluster, Unread } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import type { PersistentVolume, PersistentVolumeClaim } from "../kubernetes/index.ts";
import { annotationOf, isTerminating, refOf } from "../kubernetes/index.ts";
import { provisionedBy } from "./annotation-names.ts";
import { defineController, nothing } from "./controller.ts";
import { act, wait } from "./decision.ts";
import { nodesByHostname } from "./indexes/index.ts";
import { reclaimPolicyOf } from "./objects/volumes.ts";

/** kubernetes-sigs/sig-storage-local-static-provisioner pkg/common/common.go ProvisionerName, v2.9; node and uid follow. */
export function isLocalProvisioned(volume: PersistentVolume): boolean {
  return (annotationOf(volume, provisionedBy) ?? "").startsWith("local-volume-provisioner-");
}

/** A volume that is deleted manually is not wiped: the provisioner finds it again, as Available, with the old data. */
export const localDeleter = defineController({
  name: "local-volume-provisioner",
  on: "v1/persistentvolumes",
  sources: ["kubernetes-sigs/sig-storage-local-static-provisioner pkg/deleter/deleter.go DeletePVs, v2.9"],
  decide(volume) {
    const { local } = volume.spec ?? {};
    if (local === undefined || !isLocalProvisioned(volume)) return nothing;
    if (volume.status?.phase !== "Released" || isTerminating(volume)) return nothing;
    const object = refOf(volume);
    switch (reclaimPolicyOf(volume)) {
      case "Retain":
        return nothing;
      case "Delete":
        // It is wiped; then it is deleted, and found again as an empty one.
        return act(
          { do: "destroy-backend", object, driver: "local-volume-provisioner", handle: local.path ?? "" },
          { do: "delete", object },
        );
    }
    // With an event VolumeUnsupportedReclaimPolicy for Recycle, VolumeUnknownReclaimPolicy for any other.
    return wait();
  },
});

/** What the node-cleanup controller is told at its start. */
interface CleanupConfig {
  /** `--storageclass-names`: it looks at no other volumes. */
  readonly storageClassNames: readonly string[];
}

/** kubernetes-sigs/sig-storage-local-static-provisioner pkg/common/common.go IsLocalPVWithStorageClass, v2.9. */
export function isCleanedUp(volume: PersistentVolume, { storageClassNames }: CleanupConfig): boolean {
  return volume.spec?.local !== undefined && storageClassNames.includes(volume.spec.storageClassName ?? "");
}

/**
 * Is the volume one whose nodes are looked for? One that names none by hostname, as its affinity uses another label, is:
 * none of its nodes is then found.
 * kubernetes-sigs/sig-storage-local-static-provisioner pkg/util/util.go GetLocalPersistentVolumeNodeNames, v2.9, which
 * answers nil only where there is no affinity.
 */
function namesItsNodes(volume: PersistentVolume): boolean {
  return volume.spec?.nodeAffinity?.required !== undefined;
}

/**
 * Is the volume deleted because its nodes are gone? An Available one is, whatever its policy; a deletionTimestamp is not
 * looked at.
 * kubernetes-sigs/sig-storage-local-static-provisioner pkg/node-cleanup/deleter/deleter.go DeletePVs, v2.9.
 */
export function isStaleVolume(volume: PersistentVolume, nodes: "some" | "none"): boolean {
  if (nodes === "some" || !namesItsNodes(volume)) return false;
  const phase = volume.status?.phase;
  return phase === "Available" || (phase === "Released" && reclaimPolicyOf(volume) === "Delete");
}

/**
 * Is the claim deleted, after `--pvc-deletion-delay`, because the nodes of its volume are gone?
 * The same repository, pkg/node-cleanup/controller/controller.go syncHandler.
 */
export function isStaleClaim(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  nodes: "some" | "none",
): boolean {
  return (
    nodes === "none" &&
    namesItsNodes(volume) &&
    claim.spec?.volumeName === volume.metadata.name &&
    claim.metadata.uid === volume.spec?.claimRef?.uid
  );
}

/** Whether any node of a volume is still there. */
type NodesLeft = { readonly nodes: "some" | "none" } | { readonly nodes: "unread"; readonly unread: Unread };

/**
 * Do any of the volume's nodes exist, by their name or their hostname?
 * The same repository, pkg/common/common.go AnyNodeExists.
 */
export function nodesLeft(volume: PersistentVolume, cluster: Cluster): NodesLeft {
  for (const name of localNodeNames(volume)) {
    const node = cluster.get("v1/nodes", name);
    if (node.state === "unread") return { nodes: "unread", unread: node.unread };
    const namesakes = cluster.lookup(nodesByHostname, name, everywhere);
    if (!namesakes.read) return { nodes: "unread", unread: namesakes.unread };
    if (node.state === "found" || namesakes.items.length > 0) return { nodes: "some" };
  }
  return { nodes: "none" };
}

const hostname = "kubernetes.io/hostname";

/**
 * The nodes that a local volume can be on, as its node affinity names them.
 * kubernetes/kubernetes pkg/volume/util/util.go GetLocalPersistentVolumeNodeNames, 1.36.
 */
export function localNodeNames(volume: PersistentVolume): readonly string[] {
  const terms = volume.spec?.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const names = terms.flatMap(({ matchExpressions }) => {
    const named = (matchExpressions ?? [])
      .filter(({ key, operator }) => key === hostname && operator === "In")
      .map(({ values }) => values ?? []);
    const [first = [], ...more] = named;
    return first.filter((name) => more.every((values) => values.includes(name)));
  });
  return [...new Set(names)];
}
