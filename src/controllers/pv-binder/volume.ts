import { annotationOf, type PersistentVolume, type PersistentVolumeClaim } from "../../model/index.ts";
import { provisionedBy } from "../annotation-names.ts";
import { finalizerIsRefused } from "../pv-finalizers.ts";
import { reclaimPolicyOf } from "../reclaim-policy.ts";
import { volumeModesDiffer } from "./fit.ts";
import { unbindVolume } from "./unbind.ts";

/** What the PV controller makes of a volume. */
export type VolumeSync =
  | { readonly result: "Available" }
  | { readonly result: "Bound" }
  /** The phase becomes Released, unless it is Failed already. Then the volume is reclaimed. */
  | { readonly result: "Released" }
  | { readonly result: "unbind"; readonly part: "whole" | "uid" }
  /** The claim's turn: it has to name the volume first. */
  | { readonly result: "unchanged"; readonly because: "claim not bound" | "VolumeMismatch" }
  /** The sync fails before it comes to the phase: a finalizer is refused. */
  | { readonly result: "aborted" };

/** The claim that `spec.claimRef` names, by a live read where the cache is in doubt. */
export type ClaimSeen = PersistentVolumeClaim | "absent";

/** A claim with another uid is another claim. */
export function claimOfVolume(volume: PersistentVolume, seen: ClaimSeen): PersistentVolumeClaim | undefined {
  return seen !== "absent" && seen.metadata.uid === volume.spec?.claimRef?.uid ? seen : undefined;
}

/**
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncVolume, 1.25 to 1.36.
 */
export function syncVolume(volume: PersistentVolume, seen: ClaimSeen): VolumeSync {
  if (finalizerIsRefused(volume)) return { result: "aborted" };
  const claimRef = volume.spec?.claimRef;
  if (claimRef === undefined || (claimRef.uid ?? "") === "") return { result: "Available" };
  const claim = claimOfVolume(volume, seen);
  if (claim === undefined) return { result: "Released" };
  const named = claim.spec?.volumeName ?? "";
  if (named === volume.metadata.name) return { result: "Bound" };
  if (named === "") {
    const because = volumeModesDiffer(volume, claim) ? "VolumeMismatch" : "claim not bound";
    return { result: "unchanged", because };
  }
  return isLoser(volume) ? { result: "Released" } : { result: "unbind", part: unbindVolume(volume) };
}

/** Two volumes were provisioned for one claim, and this one was not taken. */
function isLoser(volume: PersistentVolume): boolean {
  return annotationOf(volume, provisionedBy) !== undefined && reclaimPolicyOf(volume) === "Delete";
}
