import type { Cluster } from "../cluster/index.ts";
import { inNamespace, itemsOf } from "../cluster/index.ts";
import { contentOf, reclaimPolicyOf, volumesLeftBy, volumesReservedFor } from "../controllers/index.ts";
import { commandsOf, defineRemedy, kubectl, retaining } from "../define/index.ts";
import type { PersistentVolume, Phrase, VolumeSnapshotContent } from "../kubernetes/index.ts";
import { distinct, inOrder, refOf, say } from "../kubernetes/index.ts";
import type { CommandLine } from "../report/index.ts";
import { hasNothingToKeep, hasSnapshotToKeep, retainForGood, retainingContent } from "./shared/retain.ts";

export const retainVolumes = defineRemedy({
  name: "retain-volumes",
  summary:
    "Set the volumes and the snapshots of a namespace to Retain before its claims and snapshots are deleted",
  on: ["v1/namespaces"],
  needs: [
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "snapshot.storage.k8s.io/v1/volumesnapshots",
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
    "v1/events",
  ],
  fixDoes:
    "Sets spec.persistentVolumeReclaimPolicy of each volume, and spec.deletionPolicy of each VolumeSnapshotContent, to Retain",
  asked: { on: ["v1/namespaces"], using: [{ asked: "by name" }] },
  make(on, using: { readonly asked?: "by name" }, cluster) {
    const volumes = volumesOf(on.name, cluster).filter(
      (volume) =>
        reclaimPolicyOf(volume) !== "Retain" &&
        (using.asked !== undefined || !hasNothingToKeep(volume, cluster)),
    );
    const contents = contentsOf(on.name, cluster);
    const [first, ...others] = [...volumes.flatMap(retaining), ...contents.map(retainingContent)];
    if (first === undefined) return undefined;
    return {
      ...wordsFor(on.name, volumes.length > 0, contents.length > 0),
      commands: [
        savingCommand(on.name, contents.length > 0),
        ...commandsOf([first, ...others], cluster, [...volumes.map(refOf), ...contents.map(refOf)]),
      ],
      fix: {
        acts: [first, ...others],
        cannotUndo: volumes.flatMap((volume) => retainForGood(volume, cluster)),
        accept: [],
      },
    };
  },
});

function wordsFor(
  namespace: string,
  hasVolumes: boolean,
  hasSnapshots: boolean,
): { readonly title: Phrase; readonly because: Phrase } {
  if (!hasSnapshots)
    return {
      title: say`Keep the data: set the volumes of namespace/${namespace} to Retain first`,
      because: say`With Retain, the disks are not deleted when the claims are deleted. Save the claims and volumes too: their manifests record which disk belonged to which claim.`,
    };
  if (!hasVolumes)
    return {
      title: say`Keep the snapshots: set the contents of namespace/${namespace} to Retain first`,
      because: say`With Retain, the snapshots in the storage backend are not deleted when the VolumeSnapshots are deleted. Save the manifests too: they are then the only record of the snapshots.`,
    };
  return {
    title: say`Keep the data: set the volumes and snapshots of namespace/${namespace} to Retain first`,
    because: say`With Retain, the disks and the snapshots in the storage backend are not deleted when the claims and VolumeSnapshots are deleted. Save these too: their manifests record which disk belonged to which claim.`,
  };
}

function savingCommand(namespace: string, hasSnapshots: boolean): CommandLine {
  return hasSnapshots
    ? {
        ...kubectl`get pvc,volumesnapshots.snapshot.storage.k8s.io -n ${namespace} -o yaml`,
        into: `claims-and-snapshots-${namespace}.yaml`,
      }
    : { ...kubectl`get pvc -n ${namespace} -o yaml`, into: `persistentvolumeclaims-${namespace}.yaml` };
}

/** Behind its VolumeSnapshots, those that a driver would delete; what was not read is left out. */
function contentsOf(namespace: string, cluster: Cluster): readonly VolumeSnapshotContent[] {
  const snapshots = cluster.list("snapshot.storage.k8s.io/v1/volumesnapshots", inNamespace(namespace));
  if (!snapshots.read) return [];
  return snapshots.items.flatMap((snapshot) => {
    const found = contentOf(snapshot, cluster);
    return found.state === "found" && hasSnapshotToKeep(found.object, cluster) ? [found.object] : [];
  });
}

/** The volumes of its claims, those that are reserved for them, and those of claims that are deleted already, by name; what was not read is left out. */
function volumesOf(namespace: string, cluster: Cluster): readonly PersistentVolume[] {
  const claims = cluster.list("v1/persistentvolumeclaims", inNamespace(namespace));
  const left = volumesLeftBy(namespace, cluster);
  if (!claims.read || !left.read) return [];
  const names = claims.items.flatMap(({ spec }) => (spec?.volumeName ? [spec.volumeName] : []));
  const bound = [...new Set(names)].flatMap((name) => {
    const found = cluster.get("v1/persistentvolumes", name);
    // A volume without a claim is bound to the claim that names it.
    const isOfNamespace =
      found.state === "found" && (found.object.spec?.claimRef?.namespace ?? namespace) === namespace;
    return isOfNamespace ? [found.object] : [];
  });
  const unbound = claims.items.filter(({ spec, status }) => !spec?.volumeName && status?.phase === "Pending");
  const reserved = unbound.flatMap((claim) => {
    const volumes = volumesReservedFor(claim, cluster);
    return itemsOf(volumes);
  });
  const all = distinct([...bound, ...reserved, ...left.items], ({ metadata }) => metadata.name);
  return [...all].sort((a, b) => inOrder(a.metadata.name, b.metadata.name));
}
