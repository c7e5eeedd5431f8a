import { claim, cronJob, deployment, pod, storageClass } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const lonely = claim({ storageClassName: "nope" });
const waiting = storageClass({ volumeBindingMode: "WaitForFirstConsumer" });

const ofClass = claim({ storageClassName: "gp3" });
const unplaced = { nodeName: "", phase: "Pending", claims: ["data"] } as const;

export const cases: RuleCases = {
  fires: [
    {
      what: "it waits for a pod that no workload will create",
      objects: [ofClass, waiting, cronJob({ claims: ["data"], suspend: true })],
      on: ["data"],
      severity: "note",
      says: /cronjob\/nightly.*which names the claim, is suspended/,
    },
    {
      what: "its class does not exist",
      objects: [lonely],
      on: ["data"],
      severity: "warning",
      says: /nope/,
    },
    {
      what: "the scheduler finds no node for its pod",
      objects: [
        ofClass,
        waiting,
        pod({
          ...unplaced,
          status: {
            conditions: [
              {
                type: "PodScheduled",
                status: "False",
                reason: "Unschedulable",
                message: "0/3 nodes are available",
              },
            ],
          },
        }),
      ],
      on: ["data"],
      severity: "warning",
      says: /no node for the pod: 0\/3 nodes are available/,
    },
  ],
  silent: [
    {
      what: "it waits for the first pod of a workload",
      objects: [ofClass, waiting, deployment({ claims: ["data"] })],
    },
    {
      what: "its pod is not scheduled yet",
      objects: [ofClass, waiting, pod({ ...unplaced, creationTimestamp: "2026-11-20T11:58:00Z" })],
    },
    { what: "Bound", objects: [claim({ phase: "Bound", storageClassName: "nope" })] },
    {
      what: "made a moment ago",
      objects: [claim({ storageClassName: "nope", creationTimestamp: "2026-11-20T11:58:00Z" })],
    },
  ],
  unread: [
    { what: "claims", objects: [lonely], hidden: ["v1/persistentvolumeclaims"] },
    { what: "classes", objects: [lonely], hidden: ["storage.k8s.io/v1/storageclasses"] },
  ],
};
