import type { ObjectManifest, Place } from "./paths.ts";

export function volumeSnapshot(claim: string, place: Place, snapshotClass: string): ObjectManifest {
  return {
    apiVersion: "snapshot.storage.k8s.io/v1",
    kind: "VolumeSnapshot",
    metadata: { ...place },
    spec: { volumeSnapshotClassName: snapshotClass, source: { persistentVolumeClaimName: claim } },
  };
}
