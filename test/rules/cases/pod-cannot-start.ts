import { claim, pod, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const bound = claim({ phase: "Bound", volumeName: "pv-1" });
const disk = volume({ name: "pv-1" });
const waiting = pod({ name: "web-1", phase: "Pending", claims: ["data"] });
const failed = {
  apiVersion: "v1",
  kind: "Event",
  metadata: { name: "web-1.1", namespace: "shop", uid: "e1" },
  involvedObject: {
    apiVersion: "v1",
    kind: "Pod",
    name: "web-1",
    namespace: "shop",
    uid: waiting.metadata.uid,
  },
  reason: "FailedMount",
  message:
    'MountVolume.MountDevice failed for volume "pv-1" : rpc error: code = Internal desc = fsck found errors',
  lastTimestamp: "2026-11-20T11:59:00Z",
} as const;

export const cases: RuleCases = {
  fires: [
    {
      what: "nothing is told for more than ten minutes",
      objects: [bound, disk, waiting],
      on: ["web-1"],
      severity: "warning",
      says: /no event says why/,
    },
    {
      what: "no node can run it with its volume",
      objects: [
        bound,
        disk,
        pod({
          name: "web-1",
          nodeName: "",
          phase: "Pending",
          claims: ["data"],
          status: {
            conditions: [
              {
                type: "PodScheduled",
                status: "False",
                reason: "Unschedulable",
                message: "0/3 nodes are available: 3 node(s) exceed max volume count.",
              },
            ],
          },
        }),
      ],
      on: ["web-1"],
      severity: "warning",
      says: /exceed max volume count/,
    },
    {
      what: "its volume cannot be mounted",
      objects: [bound, disk, waiting, failed],
      on: ["web-1"],
      severity: "warning",
      says: /fsck found errors/,
    },
    {
      what: "it runs, and a container cannot start again on a mount that no longer answers",
      objects: [
        bound,
        disk,
        pod({
          name: "web-1",
          phase: "Running",
          claims: ["data"],
          status: {
            containerStatuses: [
              {
                name: "app",
                state: {
                  waiting: {
                    reason: "CreateContainerError",
                    message:
                      "stat /var/lib/kubelet/pods/65/volumes/kubernetes.io~csi/pv-1/mount: transport endpoint is not connected",
                  },
                },
              },
            ],
          },
        }),
      ],
      on: ["web-1"],
      severity: "warning",
      says: /no longer answers/,
    },
  ],
  silent: [
    {
      what: "its claim is not bound, which is a finding of its own",
      objects: [claim(), pod({ name: "web-1", nodeName: "", phase: "Pending", claims: ["data"] })],
    },
    {
      what: "nothing failed, and it is young",
      objects: [
        bound,
        disk,
        pod({
          name: "web-1",
          phase: "Pending",
          claims: ["data"],
          creationTimestamp: "2026-11-20T11:52:00Z",
        }),
      ],
    },
    { what: "it runs", objects: [bound, disk, pod({ name: "web-1", claims: ["data"] }), failed] },
    {
      what: "it is not scheduled",
      objects: [
        bound,
        disk,
        pod({ name: "web-1", nodeName: "", phase: "Pending", claims: ["data"] }),
        failed,
      ],
    },
  ],
  unread: [
    { what: "pods", objects: [bound, disk, waiting, failed], hidden: ["v1/pods"] },
    { what: "volumes", objects: [bound, disk, waiting, failed], hidden: ["v1/persistentvolumes"] },
  ],
};
