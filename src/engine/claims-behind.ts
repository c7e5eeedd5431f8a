import {
  claimNameOf,
  claimsTakenAlong,
  finalizerNames,
  snapshotsThatUse,
  volumeIsForPod,
} from "../controllers/index.ts";
import {
  type Cluster,
  hasFinalizer,
  isTerminating,
  type KubeObject,
  type PersistentVolumeClaim,
  type Pod,
} from "../model/index.ts";
import { relativesOf } from "./relatives.ts";

/** Claims that are being deleted, and that go on when this object is gone: its end can be that of their data. */
export function claimsFreedBy(object: KubeObject, cluster: Cluster): readonly KubeObject[] {
  return [...deletedClaimsOf(object, cluster), ...claimsBehind(object, cluster)];
}

/** Claims that only wait for this pod, among others: its end can be that of their data. */
export function deletedClaimsOf(object: KubeObject, cluster: Cluster): readonly KubeObject[] {
  if (object.kind !== "Pod") return [];
  return deletedClaimsAround(object, cluster).filter((claim) => !isOfAnother(object, claim));
}

function deletedClaimsAround(object: KubeObject, cluster: Cluster): readonly KubeObject[] {
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

/** Claims that live, and are deleted when this pod is: those of its ephemeral volumes. */
export function claimsGoingWith(object: KubeObject, cluster: Cluster): readonly KubeObject[] {
  return object.kind === "Pod" ? claimsTakenAlong(object, cluster).claims : [];
}

/** Claims that are being deleted, and that this snapshot or attachment holds; and those that go with a deleted pod. */
export function claimsBehind(object: KubeObject, cluster: Cluster): readonly KubeObject[] {
  switch (object.kind) {
    case "Pod":
      return isTerminating(object) ? claimsGoingWith(object, cluster) : [];
    case "VolumeSnapshot":
      return deletedClaimsAround(object, cluster).filter(
        (claim) =>
          hasFinalizer(claim, finalizerNames.pvcAsSource) && snapshotsThatUse(claim, [object]).length > 0,
      );
    case "VolumeAttachment":
      return relativesOf(object, cluster).flatMap((volume) =>
        "object" in volume ? deletedClaimsAround(volume.object, cluster) : [],
      );
    default:
      return [];
  }
}

export function isClaim({ kind }: KubeObject): boolean {
  return kind === "PersistentVolumeClaim";
}
