import { testTaint } from "./node-objects.ts";
import type { ObjectManifest, Place } from "./paths.ts";

const size = { storage: "1Gi" };

export function persistentVolume(name: string, spec: object = {}): ObjectManifest {
  const usual = {
    capacity: size,
    accessModes: ["ReadWriteOnce"],
    storageClassName: "",
    persistentVolumeReclaimPolicy: "Retain",
    hostPath: { path: `/tmp/pvguard-test/${name}` },
  };
  return { apiVersion: "v1", kind: "PersistentVolume", metadata: { name }, spec: { ...usual, ...spec } };
}

export function persistentVolumeClaim(place: Place, spec: object = {}): ObjectManifest {
  const usual = { accessModes: ["ReadWriteOnce"], storageClassName: "", resources: { requests: size } };
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { ...place },
    spec: { ...usual, ...spec },
  };
}

/** A pod that mounts a claim. With `nodeName` in `spec` it counts as scheduled. */
export function podUsing(claim: string, place: Place, spec: object = {}): ObjectManifest {
  const usual = {
    automountServiceAccountToken: false,
    tolerations: [{ key: testTaint.key, operator: "Exists" }],
    containers: [
      { name: "main", image: "example.invalid/none", volumeMounts: [{ name: "data", mountPath: "/data" }] },
    ],
    volumes: [{ name: "data", persistentVolumeClaim: { claimName: claim } }],
  };
  return { apiVersion: "v1", kind: "Pod", metadata: { ...place }, spec: { ...usual, ...spec } };
}

/** Both sides name each other, so that the binder has no choice. */
export function boundPair(
  volume: string,
  claim: Place,
  spec: object = {},
): readonly [ObjectManifest, ObjectManifest] {
  return [
    persistentVolume(volume, { claimRef: { ...claim }, ...spec }),
    persistentVolumeClaim(claim, { volumeName: volume }),
  ];
}
