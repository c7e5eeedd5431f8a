import {
  type Cluster,
  everywhere,
  type Index,
  type KubeObject,
  keyOf,
  type Listed,
  type ObjectRef,
  type PersistentVolume,
  recipes,
  refOf,
} from "../../model/index.ts";
import { asCsi, volumeBackend } from "../volume-source.ts";

/** Key: namespace and name of `spec.claimRef`, whatever its uid. */
export const volumesByClaim: Index<"v1/persistentvolumes"> = {
  name: "volumes-by-claim",
  on: "v1/persistentvolumes",
  made: recipes["v1/persistentvolumes"].byClaim,
  keys: (volume) => {
    const claimRef = volume.spec?.claimRef;
    return claimRef === undefined ? [] : [keyOf(claimRef.namespace ?? "", claimRef.name ?? "")];
  },
};

/** The volumes whose claimRef has the namespace and name of a claim. */
export function volumesNaming(claim: KubeObject | ObjectRef, cluster: Cluster): Listed<PersistentVolume> {
  const { name, namespace = "" } = refOf(claim);
  return cluster.lookup(volumesByClaim, keyOf(namespace, name), everywhere);
}

/** Key: the CSI driver or in-tree plugin, and its handle for the volume. */
export const volumesByHandle: Index<"v1/persistentvolumes"> = {
  name: "volumes-by-handle",
  on: "v1/persistentvolumes",
  made: recipes["v1/persistentvolumes"].byHandle,
  keys: (volume) => {
    const csi = asCsi(volume);
    if (csi !== undefined) return [keyOf(csi.driver, csi.handle)];
    const backend = volumeBackend(volume);
    switch (backend.type) {
      case "in-tree":
        return [keyOf(backend.plugin, backend.handle)];
      case "csi":
      case "migrated":
      case "local":
      case "unknown":
        return [];
    }
  },
};
