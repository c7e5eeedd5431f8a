import type { ObjectManifest } from "../support/paths.ts";

export function driverObject(driver: string): ObjectManifest {
  return {
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIDriver",
    metadata: { name: driver },
    spec: { attachRequired: true },
  };
}

/** Classes with the driver's name. Both have the policy Delete. */
export function classesOf(
  driver: string,
  kinds: "with snapshots" | "without snapshots",
): readonly ObjectManifest[] {
  const metadata = { name: driver };
  const storage = { apiVersion: "storage.k8s.io/v1", kind: "StorageClass", metadata, provisioner: driver };
  const snapshot = {
    apiVersion: "snapshot.storage.k8s.io/v1",
    kind: "VolumeSnapshotClass",
    metadata,
    driver,
    deletionPolicy: "Delete",
  };
  return kinds === "with snapshots" ? [storage, snapshot] : [storage];
}
