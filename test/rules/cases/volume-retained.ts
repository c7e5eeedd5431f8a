import { claim, claimRefTo, ebs, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const former = claimRefTo(claim());
const facts = { phase: "Released", policy: "Retain", spec: ebs, claimRef: former } as const;
const kept = volume(facts);

export const cases: RuleCases = {
  fires: [
    {
      what: "its claim is gone",
      objects: [kept],
      on: ["pv-data"],
      severity: "note",
      says: /Retain keeps vol-0abc; its last claim was pvc\/data \(shop\)/,
      remedies: ["save-manifest"],
    },
    {
      what: "the cluster says since when",
      objects: [volume({ ...facts, status: { lastPhaseTransitionTime: "2026-11-20T08:00:00Z" } })],
      on: ["pv-data"],
      severity: "note",
      says: /Retain keeps vol-0abc/,
    },
    {
      what: "it has no claim any more",
      objects: [volume({ phase: "Released", policy: "Retain", spec: ebs })],
      on: ["pv-data"],
      severity: "note",
      says: /^the policy Retain keeps vol-0abc$/,
    },
    {
      what: "its claim was made again, with a new volume",
      objects: [kept, claim({ uid: "new", phase: "Bound", volumeName: "pv-new" })],
      on: ["pv-data"],
      severity: "note",
      says: /now uses pv\/pv-new; the earlier data is on this volume/,
    },
  ],
  silent: [
    { what: "policy Delete", objects: [volume({ ...facts, policy: "Delete" })] },
    {
      what: "it is being deleted, which other rules tell of",
      objects: [volume({ ...facts, deletionTimestamp: "2026-11-20T11:00:00Z" })],
    },
    { what: "Bound", objects: [volume({ ...facts, phase: "Bound" })] },
    {
      what: "Released a moment ago",
      objects: [volume({ ...facts, status: { lastPhaseTransitionTime: "2026-11-20T11:59:00Z" } })],
    },
  ],
  unread: [{ what: "volumes", objects: [kept], hidden: ["v1/persistentvolumes"] }],
};
