import { annotationsOfAnyKind } from "../annotations.ts";
import { defineKind, type ObjectOf } from "./define.ts";

const containerStatuses = [
  {
    name: "text",
    restartCount: "integer",
    state: {
      running: { startedAt: "text" },
      waiting: { reason: "text", message: "text" },
      terminated: { reason: "text", exitCode: "integer", finishedAt: "text" },
    },
  },
] as const;

export const pods = defineKind({
  resource: "v1/pods",
  kind: "Pod",
  singular: "pod",
  shortNames: ["po"],
  namespaced: true,
  presence: "always",
  annotations: annotationsOfAnyKind,
  fields: {
    spec: {
      nodeName: "text",
      schedulerName: "text",
      restartPolicy: "text",
      terminationGracePeriodSeconds: "integer",
      nodeSelector: { "*": "text" },
      volumes: [
        {
          name: "text",
          persistentVolumeClaim: { claimName: "text", readOnly: "flag" },
          ephemeral: { volumeClaimTemplate: { spec: { storageClassName: "text" } } },
        },
      ],
    },
    status: {
      phase: "text",
      reason: "text",
      message: "text",
      startTime: "text",
      conditions: [
        { type: "text", status: "text", reason: "text", message: "text", lastTransitionTime: "text" },
      ],
      initContainerStatuses: containerStatuses,
      containerStatuses,
    },
  },
});

export type Pod = ObjectOf<typeof pods>;
export type PodVolume = NonNullable<NonNullable<Pod["spec"]>["volumes"]>[number];
