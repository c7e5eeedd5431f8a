import type { Cluster } from "../cluster/index.ts";
import { inNamespace } from "../cluster/index.ts";
import { reclaimPolicyOf, volumesLeftBy } from "../controllers/index.ts";
import { commandsOf, defineRemedy, kubectl, retaining } from "../define/index.ts";
import type { PersistentVolume } from "../kubernetes/index.ts";
import { refOf, say } from "../kubernetes/index.ts";
import type { RemedyFix } from "../report/index.ts";
import { hasNothingToKeep, retainForGood } from "./shared/retain.ts";

export const retainVolumes = defineRemedy({
  name: "retain-volumes",
  summary: "Set the volumes of all claims in a namespace to Retain before the claims are deleted",
  on: ["v1/namespaces"],
  needs: ["v1/persistentvolumeclaims", "v1/persistentvolumes"],
  fixDoes: "Sets spec.persistentVolumeReclaimPolicy of each volume to Retain",
  asked: { on: ["v1/namespaces"], using: [{ asked: "by name" }] },
  make(on, using: { readonly asked?: "by name" }, cluster) {
    const volumes = volumesOf(on.name, cluster).filter(
      (volume) =>
        reclaimPolicyOf(volume) !== "Retain" &&
        (using.asked !== undefined || !hasNothingToKeep(volume, cluster)),
    );
    if (volumes.length === 0) return undefined;
    return {
      title: say`Keep the data: set the volumes of namespace/${on.name} to Retain first`,
      because: say`With Retain, the disks are not deleted when the claims are deleted. Save the claims and volumes too: their manifests record which disk belonged to which claim.`,
      commands: [
        { ...kubectl`get pvc -n ${on.name} -o yaml`, into: `persistentvolumeclaims-${on.name}.yaml` },
        ...commandsOf(volumes.flatMap(retaining), cluster, volumes.map(refOf)),
      ],
      ...fixOf(volumes, cluster),
    };
  },
});

function fixOf(volumes: readonly PersistentVolume[], cluster: Cluster): { readonly fix?: RemedyFix } {
  const [first, ...others] = volumes.flatMap(retaining);
  return first === undefined
    ? {}
    : {
        fix: {
          acts: [first, ...others],
          cannotUndo: volumes.flatMap((volume) => retainForGood(volume, cluster)),
          accept: [],
        },
      };
}

/** The volumes of its claims, and of those that are deleted already, by name; what was not read is left out. */
function volumesOf(namespace: string, cluster: Cluster): readonly PersistentVolume[] {
  const claims = cluster.list("v1/persistentvolumeclaims", inNamespace(namespace));
  const left = volumesLeftBy(namespace, cluster);
  if (!claims.read || !left.read) return [];
  const names = claims.items.flatMap(({ spec }) => (spec?.volumeName ? [spec.volumeName] : []));
  const bound = [...new Set(names)].flatMap((name) => {
    const found = cluster.get("v1/persistentvolumes", name);
    return found.state === "found" && found.object.spec?.claimRef?.namespace === namespace
      ? [found.object]
      : [];
  });
  return [...bound, ...left.items].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}
