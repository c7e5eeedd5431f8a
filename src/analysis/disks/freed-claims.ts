import type { Cluster, Found, Unread } from "../../cluster/index.ts";
import { itemsOf } from "../../cluster/index.ts";
import {
  claimNamed,
  claimNameOf,
  claimsTakenAlong,
  dataSourcesOf,
  finalizerNames,
  foundSource,
  isPodFinished,
  releaseDestroys,
  snapshotsThatUse,
  volumeHandleOf,
  volumeIsForPod,
  volumesNaming,
} from "../../controllers/index.ts";
import { relativesOf } from "../../define/index.ts";
import type {
  KubeObject,
  PersistentVolume,
  PersistentVolumeClaim,
  Phrase,
  Pod,
  VolumeSnapshot,
} from "../../kubernetes/index.ts";
import { hasFinalizer, isTerminating, join, nameOf, refOf, say } from "../../kubernetes/index.ts";

/** Claims that are being deleted, and that go on when this object is gone: its end can be that of their data. */
export function claimsFreedBy(object: KubeObject, cluster: Cluster): readonly KubeObject[] {
  return [...deletedClaimsOf(object, cluster), ...claimsBehind(object, cluster)];
}

/** Claims that only wait for this pod, among others: its end can be that of their data. */
export function deletedClaimsOf(object: KubeObject, cluster: Cluster): readonly PersistentVolumeClaim[] {
  if (object.kind !== "Pod") return [];
  return deletedClaimsAround(object, cluster).filter(
    (claim) => !isOfAnother(object as Pod, claim as PersistentVolumeClaim),
  );
}

function deletedClaimsAround(object: KubeObject, cluster: Cluster): readonly PersistentVolumeClaim[] {
  return relativesOf(object, cluster).flatMap((relative) =>
    "object" in relative && isClaim(relative.object) && isTerminating(relative.object)
      ? [relative.object]
      : [],
  );
}

/** It has the name that an ephemeral volume of the pod needs, and was not made for it. */
function isOfAnother(pod: Pod, claim: PersistentVolumeClaim): boolean {
  const isEphemeral = (pod.spec?.volumes ?? []).some(
    (volume) => volume.ephemeral !== undefined && claimNameOf(pod, volume) === claim.metadata.name,
  );
  return isEphemeral && !volumeIsForPod(pod, claim);
}

/**
 * Released volumes of claims that no longer exist, on whose disks this pod runs: only its use keeps them attached, and a disk that
 * is attached is not deleted.
 */
export function volumesFreedBy(object: KubeObject, cluster: Cluster): readonly PersistentVolume[] {
  if (object.kind !== "Pod" || (object.spec?.nodeName ?? "") === "" || isPodFinished(object)) return [];
  const { namespace = "" } = object.metadata;
  return (object.spec?.volumes ?? []).flatMap((volume) => {
    const name = claimNameOf(object, volume);
    if (name === undefined || cluster.get("v1/persistentvolumeclaims", name, namespace).state !== "absent")
      return [];
    const volumes = volumesNaming(claimNamed(namespace, name), cluster);
    return itemsOf(volumes).filter(({ status }) => status?.phase === "Released");
  });
}

/** Of a pod with more volumes, each of its claims would follow all others. */
const mostVolumes = 16;

/** The claims that are deleted with a pod which ends for another object; none of a pod with many volumes. */
export function claimsGoingWithFew(pod: Pod, cluster: Cluster): readonly PersistentVolumeClaim[] {
  return (pod.spec?.volumes ?? []).length > mostVolumes ? [] : claimsTakenAlong(pod, cluster).claims;
}

/** Claims that live, and are deleted when this pod is: those of its ephemeral volumes. */
export function claimsGoingWith(object: KubeObject, cluster: Cluster): readonly KubeObject[] {
  return object.kind === "Pod" ? claimsTakenAlong(object, cluster).claims : [];
}

/** What a Pending claim is to be filled from, which is being deleted and waits for that; or that it may be so. */
function sourceBehind(claim: PersistentVolumeClaim, cluster: Cluster): Found<KubeObject> | undefined {
  const [source] = dataSourcesOf(claim);
  const isPending = claim.status?.phase === "Pending" && (claim.spec?.volumeName ?? "") === "";
  if (source === undefined || !isPending) return undefined;
  const found = foundSource(source, cluster);
  return found?.state === "found" && !isTerminating(found.object) ? undefined : found;
}

/** Why it is not known whether claims that are being deleted go on when this object is gone. */
export function unseenBehind(object: KubeObject, cluster: Cluster): Unread | undefined {
  switch (object.kind) {
    case "PersistentVolumeClaim": {
      const source = sourceBehind(object, cluster);
      return source?.state === "unread" ? source.unread : undefined;
    }
    case "Pod":
    case "VolumeSnapshot":
      return unseenClaims(object, cluster);
    case "VolumeAttachment":
      return relativesOf(object, cluster)
        .map((volume) => ("object" in volume ? unseenClaims(volume.object, cluster) : undefined))
        .find((unread) => unread !== undefined);
    default:
      return undefined;
  }
}

function unseenClaims(object: KubeObject, cluster: Cluster): Unread | undefined {
  return relativesOf(object, cluster)
    .map((relative) => ("unread" in relative ? relative.unread : undefined))
    .find((unread) => unread?.resource === "v1/persistentvolumeclaims");
}

/**
 * Claims that are being deleted, and that this snapshot or attachment holds; those that go with a deleted pod; and what this
 * claim is to be filled from.
 */
function claimsBehind(object: KubeObject, cluster: Cluster): readonly KubeObject[] {
  switch (object.kind) {
    case "PersistentVolumeClaim": {
      const source = sourceBehind(object, cluster);
      return source?.state === "found" ? [source.object] : [];
    }
    case "Pod":
      return isTerminating(object) ? claimsGoingWith(object, cluster) : [];
    case "VolumeSnapshot":
      return deletedClaimsAround(object, cluster).filter(
        (claim) =>
          hasFinalizer(claim, finalizerNames.pvcAsSource) &&
          snapshotsThatUse(claim as PersistentVolumeClaim, [object as VolumeSnapshot]).length > 0,
      );
    case "VolumeAttachment":
      return relativesOf(object, cluster).flatMap((volume) =>
        "object" in volume ? deletedClaimsAround(volume.object, cluster) : [],
      );
    default:
      return [];
  }
}

export function isClaim(object: KubeObject): object is PersistentVolumeClaim {
  return object.kind === "PersistentVolumeClaim";
}

/** So many are named. */
const most = 3;

/** What else is deleted with pods, to be put after what else is said: the claims of their ephemeral volumes, and most of their disks. */
export function takenAlong(pods: readonly Pod[], cluster: Cluster): Phrase {
  const told = pods.flatMap((pod) => ofPod(pod, cluster));
  if (told.length === 0) return [];
  const more = told.length > most ? [say`${told.length - most} more`] : [];
  return say` This also deletes ${join([...told.slice(0, most), ...more], ", and ")}.`;
}

function ofPod(pod: Pod, cluster: Cluster): readonly Phrase[] {
  const { claims, unread } = claimsTakenAlong(pod, cluster);
  if (unread !== undefined)
    return [say`any claim that belongs to it, whose data could not be checked (${unread.reason})`];
  return claims.flatMap((claim) => lossOf(claim, cluster));
}

function lossOf(claim: PersistentVolumeClaim, cluster: Cluster): readonly Phrase[] {
  const name = claim.spec?.volumeName ?? "";
  if (name === "") return [];
  const on = nameOf(refOf(claim));
  const found = cluster.get("v1/persistentvolumes", name);
  switch (found.state) {
    case "absent":
      return [];
    case "unread":
      return [say`${on}, whose data could not be checked (${found.unread.reason})`];
    case "found":
      return releaseDestroys(found.object)
        ? [
            say`${on}, which belongs to the pod, and then its disk${handleOf(found.object)} (to keep the disk, set ${nameOf(refOf(found.object))} to Retain first)`,
          ]
        : [];
  }
}

function handleOf(volume: PersistentVolume): Phrase {
  const handle = volumeHandleOf(volume);
  return handle === undefined ? [] : say` ${handle}`;
}
