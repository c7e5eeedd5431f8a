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
