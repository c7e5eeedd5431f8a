import { defineKind, type ObjectOf } from "./define.ts";

export const persistentVolumeClaims = defineKind({
  resource: "v1/persistentvolumeclaims",
  kind: "PersistentVolumeClaim",
  singular: "persistentvolumeclaim",
  shortNames: ["pvc"],
  namespaced: true,
  presence: "always",
  fields: {
    spec: {
      accessModes: ["text"],
      volumeName: "text",
      volumeMode: "text",
      storageClassName: "text",
      volumeAttributesClassName: "text",
      resources: { requests: { "*": "quantity" } },
      selector: {
        matchLabels: { "*": "text" },
        matchExpressions: [{ key: "text", operator: "text", values: ["text"] }],
      },
      dataSource: { apiGroup: "text", kind: "text", name: "text" },
      dataSourceRef: { apiGroup: "text", kind: "text", name: "text", namespace: "text" },
    },
    status: {
      phase: "text",
      accessModes: ["text"],
      capacity: { "*": "quantity" },
      currentVolumeAttributesClassName: "text",
      modifyVolumeStatus: { targetVolumeAttributesClassName: "text", status: "text" },
      conditions: [
        { type: "text", status: "text", reason: "text", message: "text", lastTransitionTime: "text" },
      ],
    },
  },
});

export type PersistentVolumeClaim = ObjectOf<typeof persistentVolumeClaims>;
