import type { KubeObject } from "../../../src/kubernetes/index.ts";

/** What the driver calls that which is behind an object. */
export function handleOf(object: KubeObject): string | undefined {
  switch (object.kind) {
    case "PersistentVolume":
      return object.spec?.csi?.volumeHandle;
    case "VolumeSnapshotContent":
      return object.status?.snapshotHandle;
    default:
      return undefined;
  }
}
