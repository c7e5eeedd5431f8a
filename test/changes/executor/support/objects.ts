import type { JsonObject } from "../../../support/memory-server/index.ts";

const deletedAt = "2026-11-20T11:00:00Z";
export const volumePath = "/api/v1/persistentvolumes/disk";
export const claimPath = "/api/v1/namespaces/shop/persistentvolumeclaims/data";

/** A volume that is being deleted and is held by these. */
export function volume(finalizers: readonly string[], more: object = {}): JsonObject {
  const { metadata = {}, ...others } = more as { readonly metadata?: object };
  return {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: {
      name: "disk",
      uid: "u1",
      deletionTimestamp: deletedAt,
      deletionGracePeriodSeconds: 0,
      finalizers,
      ...metadata,
    },
    spec: { persistentVolumeReclaimPolicy: "Retain", capacity: { storage: "1Gi" } },
    ...others,
  };
}

export function claim(finalizers: readonly string[], more: object = {}): JsonObject {
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: {
      name: "data",
      namespace: "shop",
      uid: "c1",
      deletionTimestamp: deletedAt,
      deletionGracePeriodSeconds: 0,
      finalizers,
      ...more,
    },
    spec: { volumeName: "disk" },
  };
}

export const shop: JsonObject = {
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name: "shop", uid: "n1" },
};
