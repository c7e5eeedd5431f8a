import type { PersistentVolume } from "../model/index.ts";

/**
 * The policy, with the API server's default for volumes that were created manually.
 * kubernetes/kubernetes pkg/apis/core/v1/defaults.go SetDefaults_PersistentVolume, 1.36.
 */
export function reclaimPolicyOf(volume: PersistentVolume): string {
  return volume.spec?.persistentVolumeReclaimPolicy ?? "Retain";
}
