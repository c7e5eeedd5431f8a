import type { Cluster, Index, Scope, Unread } from "../cluster/index.ts";
import { everywhere, inNamespace } from "../cluster/index.ts";
import {
  attachmentsByVolume,
  claimNameOf,
  contentsBySnapshot,
  dependentsByOwner,
  finalizerNames,
  isPodFinished,
  snapshotsBySourceClaim,
} from "../controllers/index.ts";
import type {
  KubeObject,
  ObjectRef,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  Resource,
  VolumeSnapshot,
} from "../kubernetes/index.ts";
import { controllerOf, hasFinalizer, keyOf, kindNamed, refOf } from "../kubernetes/index.ts";

/** An object whose controllers may act next, or that there may be one which was not read. */
export type Relative = { readonly object: KubeObject } | { readonly unread: Unread };

/** A way from an object to its relatives: the one with a name, or all that have a key. */
export type Tie =
  | { readonly to: "one"; readonly on: Resource; readonly name: string; readonly namespace?: string }
  | { readonly to: "all"; readonly index: Index<Resource>; readonly key: string; readonly scope: Scope };

/** The objects whose controllers may act next when something happens to this one. */
export function relativesOf(object: KubeObject, cluster: Cluster): readonly Relative[] {
  return tiesOf(object).flatMap((tie) => tied(tie, cluster));
}

/** Where they are to be looked for. This depends on the object alone. */
export function tiesOf(object: KubeObject): readonly Tie[] {
  switch (object.kind) {
    case "PersistentVolumeClaim":
      return aroundClaim(object);
    case "PersistentVolume":
      return aroundVolume(object);
    case "Pod":
      return [...claimsOf(object), ...ownedBy(object), ...finishedJobOf(object)];
    case "VolumeAttachment": {
      const volume = object.spec?.source?.persistentVolumeName;
      return volume === undefined ? [] : [one("v1/persistentvolumes", volume)];
    }
    case "VolumeSnapshot":
      return aroundSnapshot(object);
    case "VolumeSnapshotContent": {
      const ref = object.spec?.volumeSnapshotRef;
      if (ref?.name === undefined) return [];
      return [one("snapshot.storage.k8s.io/v1/volumesnapshots", ref.name, ref.namespace)];
    }
    default:
      return [];
  }
}

/** What is at the end of it. */
export function tied(tie: Tie, cluster: Cluster): readonly Relative[] {
  if (tie.to === "all") {
    const listed = cluster.lookup(tie.index, tie.key, tie.scope);
    if (!listed.read) return [{ unread: listed.unread }];
    return listed.items.map((object) => ({ object }));
  }
  const found = cluster.get(tie.on, tie.name, tie.namespace);
  switch (found.state) {
    case "found":
      return [{ object: found.object }];
    case "unread":
      return [{ unread: found.unread }];
    case "absent":
      return [];
  }
}

function aroundClaim(claim: PersistentVolumeClaim): readonly Tie[] {
  const namespace = claim.metadata.namespace ?? "";
  const key = keyOf(namespace, claim.metadata.name);
  const volumeName = claim.spec?.volumeName ?? "";
  const pinned = hasFinalizer(claim, finalizerNames.pvcAsSource);
  return [
    ...(volumeName === "" ? [] : [one("v1/persistentvolumes", volumeName)]),
    ...(pinned ? [all(snapshotsBySourceClaim, key, inNamespace(namespace))] : []),
  ];
}

function aroundVolume(volume: PersistentVolume): readonly Tie[] {
  const claim = volume.spec?.claimRef;
  const isAttachable = volume.metadata.finalizers?.some((finalizer) =>
    finalizer.startsWith("external-attacher/"),
  );
  return [
    ...(claim?.name === undefined ? [] : [one("v1/persistentvolumeclaims", claim.name, claim.namespace)]),
    ...(isAttachable ? [all(attachmentsByVolume, volume.metadata.name, everywhere)] : []),
  ];
}

function claimsOf(pod: Pod): readonly Tie[] {
  return (pod.spec?.volumes ?? []).flatMap((volume) => {
    const name = claimNameOf(pod, volume);
    return name === undefined ? [] : [one("v1/persistentvolumeclaims", name, pod.metadata.namespace)];
  });
}

/** Claims that are deleted after the pod although it need not name them, such as those of the executors of a Spark driver. */
function ownedBy({ metadata: { uid, namespace = "" } }: Pod): readonly Tie[] {
  return [all(dependentsByOwner("v1/persistentvolumeclaims"), uid, inNamespace(namespace))];
}

/** It may be deleted a while after it has finished, and the pod with it. */
function finishedJobOf(pod: Pod): readonly Tie[] {
  const owner = isPodFinished(pod) ? controllerOf(pod) : undefined;
  if (owner?.kind !== "Job" || owner.name === undefined) return [];
  return [one("batch/v1/jobs", owner.name, pod.metadata.namespace)];
}

function aroundSnapshot(snapshot: VolumeSnapshot): readonly Tie[] {
  const namespace = snapshot.metadata.namespace ?? "";
  const bound = snapshot.status?.boundVolumeSnapshotContentName;
  const claim = snapshot.spec?.source?.persistentVolumeClaimName;
  const key = keyOf(namespace, snapshot.metadata.name);
  return [
    bound === undefined
      ? all(contentsBySnapshot, key, everywhere)
      : one("snapshot.storage.k8s.io/v1/volumesnapshotcontents", bound),
    ...(claim === undefined ? [] : [one("v1/persistentvolumeclaims", claim, namespace)]),
  ];
}

function one(on: Resource, name: string, namespace?: string): Tie {
  return { to: "one", on, name, ...(namespace === undefined ? {} : { namespace }) };
}

function all<R extends Resource>(index: Index<R>, key: string, scope: Scope): Tie {
  return { to: "all", index, key, scope };
}

/** Longer chains of owners than this exist only in files. */
const mostOwners = 6;

/**
 * Who made an object, who made that, and so on: Pod, ReplicaSet, Deployment. The last one is of a kind that pvguard does
 * not read, was not read, does not exist, or has no controller of its own.
 */
export function ownerChain(object: KubeObject, cluster: Cluster): readonly ObjectRef[] {
  const owners: ObjectRef[] = [];
  let current: KubeObject | undefined = object;
  while (current !== undefined && owners.length < mostOwners) {
    const owner = ownerOf(current);
    if (owner === undefined) break;
    owners.push(owner);
    current = found(owner, cluster);
  }
  return owners;
}

function ownerOf(object: KubeObject): ObjectRef | undefined {
  const owner = controllerOf(object) ?? object.metadata.ownerReferences?.[0];
  if (owner?.kind === undefined || owner.name === undefined || owner.apiVersion === undefined)
    return undefined;
  const namespaced = kindNamed(owner.apiVersion, owner.kind)?.namespaced ?? true;
  return {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name: owner.name,
    ...(namespaced && object.metadata.namespace !== undefined
      ? { namespace: object.metadata.namespace }
      : {}),
    ...(owner.uid === undefined ? {} : { uid: owner.uid }),
  };
}

function found(ref: ObjectRef, cluster: Cluster): KubeObject | undefined {
  const owner = cluster.resolve(ref);
  if (owner?.state !== "found") return undefined;
  return ref.uid === undefined || refOf(owner.object).uid === ref.uid ? owner.object : undefined;
}
