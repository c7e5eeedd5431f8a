import type { Cluster, Index, Listed } from "../../cluster/index.ts";
import { everywhere, inNamespace, recipes } from "../../cluster/index.ts";
import type {
  KubeObject,
  ObjectRef,
  PersistentVolume,
  PersistentVolumeClaim,
} from "../../kubernetes/index.ts";
import { keyOf, refOf } from "../../kubernetes/index.ts";
import { handlePartsOf } from "../objects/handle-parts.ts";
import { storageClassNameOf } from "../objects/storage-class.ts";
import { hostsOf } from "../objects/volume-affinity.ts";
import { enclosingKeysOf, handleKeyOf, volumeBackend } from "../objects/volume-source.ts";
import { isReleased } from "../objects/volumes.ts";
import { finalizersOfDeleted, indexOn, keyIfAny } from "./define.ts";

const index = indexOn("v1/persistentvolumes", () => askedTogether);
const made = recipes["v1/persistentvolumes"];

/** Key: namespace and name of `spec.claimRef`, whatever its uid. */
export const volumesByClaim = index(
  "volumes-by-claim",
  ({ spec }) =>
    spec?.claimRef === undefined ? [] : [keyOf(spec.claimRef.namespace ?? "", spec.claimRef.name ?? "")],
  made.byClaim,
);

/** Key: the namespace of `spec.claimRef`. */
const volumesByClaimNamespace = index("volumes-by-claim-namespace", ({ spec }) =>
  keyIfAny(spec?.claimRef?.namespace),
);

/** Key: namespace, name and uid of `spec.claimRef`, and the volume's own name: the same where each names the other. */
export const volumesByBond = index(
  "volumes-by-bond",
  ({ metadata, spec }) => {
    const { namespace = "", name = "", uid } = spec?.claimRef ?? {};
    return uid === undefined ? [] : [keyOf(namespace, name, uid, metadata.name)];
  },
  made.byBond,
);

/** Volumes of claims that no longer exist in a namespace: a claim is deleted before its disk is. */
export function volumesLeftBy(namespace: string, cluster: Cluster): Listed<PersistentVolume> {
  const claims = cluster.list("v1/persistentvolumeclaims", inNamespace(namespace));
  const volumes = cluster.lookup(volumesByClaimNamespace, namespace, everywhere);
  if (!claims.read || !volumes.read) return claims.read ? volumes : claims;
  const names = new Set(claims.items.map(({ spec }) => spec?.volumeName));
  const left = volumes.items.filter((volume) => isReleased(volume) && !names.has(volume.metadata.name));
  return { read: true, items: left };
}

/** The volumes whose claimRef has the namespace and name of a claim. */
export function volumesNaming(claim: KubeObject | ObjectRef, cluster: Cluster): Listed<PersistentVolume> {
  const { name, namespace = "" } = refOf(claim);
  return cluster.lookup(volumesByClaim, keyOf(namespace, name), everywhere);
}

/** The volumes that name a claim, and no earlier one of that name: it gets one of them if it has none. */
export function volumesReservedFor(claim: PersistentVolumeClaim, cluster: Cluster): Listed<PersistentVolume> {
  const naming = volumesNaming(claim, cluster);
  if (!naming.read) return naming;
  const isReserved = ({ spec }: PersistentVolume) => {
    const { uid = "" } = spec?.claimRef ?? {};
    return uid === "" || uid === claim.metadata.uid;
  };
  return { read: true, items: naming.items.filter(isReserved) };
}

/** Key: the CSI driver or in-tree plugin, and its handle for the volume. */
export const volumesByHandle = index(
  "volumes-by-handle",
  (volume) => keyIfAny(handleKeyOf(volume)),
  made.byHandle,
);

/**
 * Key: a text by which a list of a storage backend can name the disk of the volume, in lower case: its handle, a part of it,
 * or the name of the volume.
 */
export const volumesByPart = index("volumes-by-part", (volume) => [
  ...new Set([...handlePartsOf(volume), volume.metadata.name.toLowerCase()]),
]);

/** Key: that of a directory which contains the one of the volume. */
export const volumesByEnclosing = index("volumes-by-enclosing-directory", enclosingKeysOf, made.byEnclosing);

/** Key: the name of the CSI driver that the volume belongs to, by its source or by migration. */
export const volumesByDriver = index(
  "volumes-by-driver",
  (volume) => {
    const backend = volumeBackend(volume);
    return backend.type === "csi" || backend.type === "migrated" ? [backend.driver] : [];
  },
  made.byDriver,
);

/** Key: the host that the data of the volume is tied to, by the label that carries its name. */
export const volumesByHost = index("volumes-by-host", hostsOf);

/** Key: the name of a StorageClass, or the empty string. */
export const volumesByClass = index(
  "volumes-by-class",
  (volume) => [storageClassNameOf(volume)],
  made.byClass,
);

/** Key: the class of an Available volume that no claim has reserved; the empty string is a class too. */
export const openVolumesByClass = index(
  "open-volumes-by-class",
  (volume) =>
    volume.spec?.claimRef === undefined && volume.status?.phase === "Available"
      ? [storageClassNameOf(volume)]
      : [],
  made.open,
);

/** Key: the name of a VolumeAttributesClass that the volume has. */
export const volumesByAttributesClass = index(
  "volumes-by-attributes-class",
  ({ spec }) => keyIfAny(spec?.volumeAttributesClassName),
  made.byAttributesClass,
);

/** Key: a finalizer that a volume which is being deleted still has. */
export const deletedVolumesByFinalizer = index(
  "deleted-volumes-by-finalizer",
  finalizersOfDeleted,
  made.deleted,
);

const askedTogether: readonly Index<"v1/persistentvolumes">[] = [
  volumesByClaim,
  volumesByHandle,
  volumesByClass,
  openVolumesByClass,
  deletedVolumesByFinalizer,
];
