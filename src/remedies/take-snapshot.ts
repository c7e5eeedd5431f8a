import type { Cluster } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import { volumeBackend } from "../controllers/index.ts";
import { defineRemedy, kubectl } from "../define/index.ts";
import type { PersistentVolumeClaim } from "../kubernetes/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";

export const takeSnapshot = defineRemedy({
  name: "take-snapshot",
  summary: "Take a snapshot of a deleted claim, so that the snapshot-controller checks the claim again",
  on: ["v1/persistentvolumeclaims"],
  needs: [
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "snapshot.storage.k8s.io/v1/volumesnapshotclasses",
  ],
  make(on, _using, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found" || found.object.status?.phase !== "Bound") return undefined;
    const className = classFor(found.object, cluster);
    if (className === undefined) return undefined;
    const name = `${on.name}-last`;
    const target = ["volumesnapshots.snapshot.storage.k8s.io", name, "-n", on.namespace ?? "default"];
    return {
      title: say`Take a snapshot of ${nameOf(on)}`,
      spares: "the data",
      because: say`When the snapshot is ready, the snapshot-controller checks the claim and removes its finalizer. The snapshot also keeps the data. Delete it when you no longer need it.`,
      first: [
        say`Write ${name}.yaml: apiVersion: snapshot.storage.k8s.io/v1, kind: VolumeSnapshot, metadata.name: ${name}, metadata.namespace: ${on.namespace ?? "default"}, spec.volumeSnapshotClassName: ${className}, spec.source.persistentVolumeClaimName: ${on.name}.`,
      ],
      commands: [kubectl`create -f ${name}.yaml`, kubectl`get ${target} --watch`],
    };
  },
});

/** A class of the driver that has the claim's volume; the first by name, so that it is always the same. */
function classFor(claim: PersistentVolumeClaim, cluster: Cluster): string | undefined {
  const volume = cluster.get("v1/persistentvolumes", claim.spec?.volumeName ?? "");
  const classes = cluster.list("snapshot.storage.k8s.io/v1/volumesnapshotclasses", everywhere);
  if (volume.state !== "found" || !classes.read) return undefined;
  const backend = volumeBackend(volume.object);
  if (backend.type !== "csi") return undefined;
  return classes.items
    .filter(({ driver }) => driver === backend.driver)
    .map(({ metadata }) => metadata.name)
    .sort()[0];
}
