import type { PersistentVolume } from "../../kubernetes/index.ts";
import { annotationOf } from "../../kubernetes/index.ts";
import * as annotationNames from "../annotation-names.ts";

/**
 * The policy, with the API server's default for volumes that were created manually.
 * kubernetes/kubernetes pkg/apis/core/v1/defaults.go SetDefaults_PersistentVolume, 1.36.
 */
export function reclaimPolicyOf(volume: PersistentVolume): string {
  return volume.spec?.persistentVolumeReclaimPolicy ?? "Retain";
}

/** Has its claim released it? Also where the PV controller then failed to delete or recycle it. */
export function isReleased({ status }: PersistentVolume): boolean {
  return status?.phase === "Released" || status?.phase === "Failed";
}

/** The provisioner that created it, as the volume itself says; nothing for one that was created manually. */
export function provisionedBy(volume: PersistentVolume): string | undefined {
  return annotationOf(volume, annotationNames.provisionedBy);
}
