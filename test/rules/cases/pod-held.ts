import { claim, node, pod, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const bound = claim({ phase: "Bound", volumeName: "pv-1" });
const disk = volume({ name: "pv-1" });
const facts = { name: "web-1", nodeName: "node-a", claims: ["data"], phase: "Running" } as const;
const leaving = pod({ ...facts, deletionTimestamp: true });
const silent = node({ ready: "Unknown", readySince: "2026-11-20T09:00:00Z" });

export const cases: RuleCases = {
  fires: [
    {
      what: "its node does not answer",
      objects: [bound, disk, leaving, silent],
      on: ["web-1"],
      severity: "warning",
      says: /node-a has not been Ready since/,
    },
  ],
  silent: [
    { what: "it is not being deleted", objects: [bound, disk, pod(facts), silent] },
    {
      what: "it uses no volume",
      objects: [
        pod({ name: "web-1", nodeName: "node-a", phase: "Running", deletionTimestamp: true }),
        silent,
      ],
    },
    {
      what: "its grace period has not ended",
      objects: [bound, disk, pod({ ...facts, deletionTimestamp: "2026-11-20T12:30:00Z" }), silent],
    },
  ],
  unread: [
    { what: "pods", objects: [bound, disk, leaving, silent], hidden: ["v1/pods"] },
    { what: "nodes", objects: [bound, disk, leaving, silent], hidden: ["v1/nodes"] },
  ],
};
