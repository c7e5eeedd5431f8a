import { ebs, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const idle = volume({ spec: ebs });

export const cases: RuleCases = {
  fires: [
    {
      what: "nobody takes it",
      objects: [idle],
      on: ["pv-data"],
      severity: "note",
      says: /no claim is bound to it, and vol-0abc is not used/,
    },
    {
      what: "reserved for a claim that does not come",
      objects: [volume({ spec: ebs, claimRef: { namespace: "shop", name: "data" } })],
      on: ["pv-data"],
      severity: "note",
      says: /reserved for pvc\/data \(shop\)/,
    },
  ],
  silent: [
    { what: "Bound", objects: [volume({ phase: "Bound", spec: ebs })] },
    {
      what: "set free this week",
      objects: [volume({ spec: ebs, status: { lastPhaseTransitionTime: "2026-11-18T08:00:00Z" } })],
    },
    {
      what: "a spare volume of the local provisioner",
      objects: [
        volume({
          annotations: { "pv.kubernetes.io/provisioned-by": "local-volume-provisioner-node-a-1234" },
          spec: { local: { path: "/mnt/disks/a" } },
        }),
      ],
    },
  ],
  unread: [{ what: "volumes", objects: [idle], hidden: ["v1/persistentvolumes"] }],
};
