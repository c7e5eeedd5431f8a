import {
  attachmentsByVolume,
  claimNameOf,
  contentsBySnapshot,
  finalizerNames,
  snapshotsBySourceClaim,
} from "../controllers/index.ts";
import {
  type Cluster,
  everywhere,
  type Found,
  hasFinalizer,
  inNamespace,
  type KubeObject,
  keyOf,
  type Listed,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Pod,
  type Unread,
  type VolumeAttachment,
  type VolumeSnapshot,
  type VolumeSnapshotContent,
} from "../model/index.ts";

/** An object whose controllers may act next, or that there may be one which was not read. */
type Relative = { readonly object: KubeObject } | { readonly unread: Unread };

/** The objects whose controllers may act next when something happens to this one. */
export function relativesOf(object: KubeObject, cluster: Cluster): readonly Relative[] {
  switch (object.kind) {
    case "PersistentVolumeClaim":
      return aroundClaim(object as PersistentVolumeClaim, cluster);
    case "PersistentVolume":
      return aroundVolume(object as PersistentVolume, cluster);
    case "Pod":
      return claimsOf(object as Pod, cluster);
    case "VolumeAttachment": {
      const volume = (object as VolumeAttachment).spec?.source?.persistentVolumeName;
      return volume === undefined ? [] : one(cluster.get("v1/persistentvolumes", volume));
    }
    case "VolumeSnapshot":
      return aroundSnapshot(object as VolumeSnapshot, cluster);
    case "VolumeSnapshotContent": {
      const ref = (object as VolumeSnapshotContent).spec?.volumeSnapshotRef;
      if (ref?.name === undefined) return [];
      return one(cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", ref.name, ref.namespace));
    }
    default:
      return [];
  }
}

function aroundClaim(claim: PersistentVolumeClaim, cluster: Cluster): readonly Relative[] {
  const namespace = claim.metadata.namespace ?? "";
  const key = keyOf(namespace, claim.metadata.name);
  const volumeName = claim.spec?.volumeName ?? "";
  const pinned = hasFinalizer(claim, finalizerNames.pvcAsSource);
  return [
    ...(volumeName === "" ? [] : one(cluster.get("v1/persistentvolumes", volumeName))),
    ...(pinned ? many(cluster.lookup(snapshotsBySourceClaim, key, inNamespace(namespace))) : []),
  ];
}

function aroundVolume(volume: PersistentVolume, cluster: Cluster): readonly Relative[] {
  const claim = volume.spec?.claimRef;
  const isAttachable = volume.metadata.finalizers?.some((finalizer) =>
    finalizer.startsWith("external-attacher/"),
  );
  return [
    ...(claim?.name === undefined
      ? []
      : one(cluster.get("v1/persistentvolumeclaims", claim.name, claim.namespace))),
    ...(isAttachable ? many(cluster.lookup(attachmentsByVolume, volume.metadata.name, everywhere)) : []),
  ];
}

function claimsOf(pod: Pod, cluster: Cluster): readonly Relative[] {
  return (pod.spec?.volumes ?? []).flatMap((volume) => {
    const name = claimNameOf(pod, volume);
    return name === undefined
      ? []
      : one(cluster.get("v1/persistentvolumeclaims", name, pod.metadata.namespace));
  });
}

function aroundSnapshot(snapshot: VolumeSnapshot, cluster: Cluster): readonly Relative[] {
  const namespace = snapshot.metadata.namespace ?? "";
  const bound = snapshot.status?.boundVolumeSnapshotContentName;
  const claim = snapshot.spec?.source?.persistentVolumeClaimName;
  const key = keyOf(namespace, snapshot.metadata.name);
  return [
    ...(bound === undefined
      ? many(cluster.lookup(contentsBySnapshot, key, everywhere))
      : one(cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotcontents", bound))),
    ...(claim === undefined ? [] : one(cluster.get("v1/persistentvolumeclaims", claim, namespace))),
  ];
}

function one(found: Found<KubeObject>): readonly Relative[] {
  switch (found.state) {
    case "found":
      return [{ object: found.object }];
    case "unread":
      return [{ unread: found.unread }];
    case "absent":
      return [];
  }
}

function many<T>(listed: Listed<T>): readonly Relative[] {
  if (!listed.read) return [{ unread: listed.unread }];
  return (listed.items as unknown as readonly KubeObject[]).map((object) => ({ object }));
}
