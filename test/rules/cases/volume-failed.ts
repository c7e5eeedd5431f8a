import { claim, claimRefTo, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const message = "Recycle failed: pod exited with 1";
const facts = {
  phase: "Failed",
  policy: "Recycle",
  spec: { nfs: { server: "10.0.0.9", path: "/x" } },
  claimRef: claimRefTo(claim()),
  status: { message, lastPhaseTransitionTime: "2026-11-20T08:00:00Z" },
} as const;
const failed = volume(facts);

export const cases: RuleCases = {
  fires: [
    {
      what: "recycling keeps failing",
      objects: [failed],
      on: ["pv-data"],
      severity: "warning",
      says: /Recycle failed: pod exited with 1/,
    },
    {
      what: "it is kept by now",
      objects: [volume({ ...facts, policy: "Retain" })],
      on: ["pv-data"],
      severity: "note",
      says: /is now Retain/,
    },
  ],
  silent: [
    { what: "Released", objects: [volume({ ...facts, phase: "Released" })] },
    {
      what: "failed a moment ago",
      objects: [volume({ ...facts, status: { message, lastPhaseTransitionTime: "2026-11-20T11:58:00Z" } })],
    },
  ],
  unread: [{ what: "volumes", objects: [failed], hidden: ["v1/persistentvolumes"] }],
};
