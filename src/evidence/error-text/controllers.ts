import { signsIn } from "./signs.ts";

/**
 * What the scheduler says of nodes that it refuses because of claims that are not bound.
 * kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go ErrReasonBindConflict,
 * ErrReasonNotEnoughSpace, 1.25 to 1.36.
 */
const noVolumeToBind = "didn't find available persistent volumes to bind";
const notEnoughSpace = "did not have enough free storage";

/** Do these words of the scheduler count nodes that have no volume for a claim? */
export function saysNoVolume(message: string): boolean {
  return message.includes(noVolumeToBind);
}

/** Do these words of the scheduler count nodes where a driver says that it has too little room? */
export function saysNoRoom(message: string): boolean {
  return message.includes(notEnoughSpace);
}

/** What a pod that no node can take lacks, as far as it is about volumes. */
type PlacingTrouble = "too-many-volumes" | "used-by-another-pod" | "volume" | "other";

/**
 * kubernetes/kubernetes pkg/scheduler/framework/plugins/nodevolumelimits/csi.go ErrReasonMaxVolumeCountExceeded,
 * plugins/volumerestrictions/volume_restrictions.go ErrReasonReadWriteOncePodConflict, 1.36.
 */
export function placingTrouble(message: string): PlacingTrouble {
  if (/exceed max volume count/.test(message)) return "too-many-volumes";
  if (/ReadWriteOncePod/.test(message)) return "used-by-another-pod";
  return /volume/i.test(message) ? "volume" : "other";
}

/**
 * Does the PV controller say what an in-tree plugin answered? Of a plugin that it does not have, and of a class that does not
 * exist, it says so.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go provisionClaimOperation, 1.25.
 */
export function saysPluginTried(message: string): boolean {
  return /^Failed to provision volume with StorageClass/.test(message) && !signsIn(message).has("no-plugin");
}

/**
 * Does the API server refuse to change this StatefulSet, since a field of it cannot be changed? A tool can list several objects
 * in one text. kubernetes/kubernetes pkg/apis/apps/validation/validation.go ValidateStatefulSetUpdate, 1.25 to 1.36.
 */
export function saysSetIsImmutable(text: string, set: string): boolean {
  return text.includes(
    `"${set}" is invalid: spec: Forbidden: updates to statefulset spec for fields other than`,
  );
}

/** Who failed: the driver; or the API server, before the driver was asked, or after it had deleted the snapshot. */
type SnapshotDeletionError = "credentials" | "driver" | "not-recorded";

/**
 * What the text of an event `SnapshotDeleteError` is about.
 * kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go deleteCSISnapshotOperation, v8.7.
 */
export function snapshotDeletionError(message: string): SnapshotDeletionError {
  if (message === "Failed to clear content status") return "not-recorded";
  return /^Failed to get snapshot (class or )?credentials$/.test(message) ? "credentials" : "driver";
}

/** alibaba/open-local#184: a driver that needs a claim that no longer exists. */
export function wantsSourceClaim(message: string): boolean {
  return /persistentvolumeclaims? .{0,200}not found/i.test(message);
}
