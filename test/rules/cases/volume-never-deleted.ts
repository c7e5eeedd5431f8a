import { claim, claimRefTo, csiNode, ebs, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const facts = { phase: "Released", spec: ebs, claimRef: claimRefTo(claim()) } as const;
const left = volume(facts);

export const cases: RuleCases = {
  fires: [
    {
      what: "its driver is not installed",
      objects: [left],
      on: ["pv-data"],
      severity: "warning",
      says: /ebs\.csi\.aws\.com is not installed/,
      remedies: ["set-retain", "list-disks", "reinstall-driver"],
    },
    {
      what: "made by hand of a kind that nothing deletes",
      objects: [volume({ ...facts, spec: { nfs: { server: "10.0.0.9", path: "/x" } } })],
      on: ["pv-data"],
      severity: "warning",
      says: /created manually/,
    },
    {
      what: "Failed, and of a CSI driver",
      objects: [
        volume({
          ...facts,
          phase: "Failed",
          annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
        }),
        csiNode("node-a", "ebs.csi.aws.com"),
      ],
      on: ["pv-data"],
      severity: "warning",
      says: /deletes only Released volumes/,
    },
  ],
  silent: [
    { what: "policy Retain", objects: [volume({ ...facts, policy: "Retain" })] },
    { what: "the driver is there", objects: [left, csiNode("node-a", "ebs.csi.aws.com")] },
  ],
  unread: [
    { what: "volumes", objects: [left], hidden: ["v1/persistentvolumes"] },
    {
      what: "the events, with which a driver that is there could have spoken",
      objects: [volume({ ...facts, status: { lastPhaseTransitionTime: "2026-11-10T08:00:00Z" } })],
      hidden: ["v1/events"],
    },
    { what: "drivers", objects: [left], hidden: ["storage.k8s.io/v1/csidrivers"] },
  ],
};
