import { claim, ebs, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const annotations = { "pv.kubernetes.io/bind-completed": "yes" };
const facts = { phase: "Lost", volumeName: "pv-data", annotations } as const;
const lost = claim(facts);

export const cases: RuleCases = {
  fires: [
    {
      what: "its volume is gone",
      objects: [lost],
      on: ["data"],
      severity: "error",
      says: /pv-data/,
    },
    {
      what: "Pending, with the mark of a bound claim",
      objects: [claim({ ...facts, phase: "Pending" })],
      on: ["data"],
      severity: "error",
      says: /pv-data/,
    },
    {
      what: "its volume came back a moment ago",
      objects: [lost, volume({ spec: ebs, creationTimestamp: "2026-11-20T11:58:00Z" })],
      on: ["data"],
      severity: "note",
      says: /will bind them again at its next sync/,
    },
  ],
  silent: [
    { what: "Bound", objects: [claim({ ...facts, phase: "Bound" })] },
    { what: "Pending as any new claim", objects: [claim()] },
    { what: "the working claim of a populator", objects: [claim({ ...facts, name: "prime-0b1c" })] },
    { what: "made a moment ago", objects: [claim({ ...facts, creationTimestamp: "2026-11-20T11:58:00Z" })] },
  ],
  unread: [
    { what: "claims", objects: [lost], hidden: ["v1/persistentvolumeclaims"] },
    { what: "volumes", objects: [lost], hidden: ["v1/persistentvolumes"] },
  ],
};
