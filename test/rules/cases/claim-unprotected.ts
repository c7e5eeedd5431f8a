import { claim } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const finalizers = ["kubernetes.io/pvc-protection"];
const bare = claim({ phase: "Bound" });

export const cases: RuleCases = {
  fires: [
    {
      what: "one of many: stripped",
      objects: [bare, claim({ name: "a", finalizers }), claim({ name: "b", finalizers })],
      on: ["data"],
      severity: "warning",
      says: /is the only one that does: a person or tool removed it/,
      remedies: ["add-finalizer"],
    },
    {
      what: "there is no other to compare it with",
      objects: [bare],
      on: ["data"],
      severity: "warning",
      says: /a person or tool removed it, or pvc-protection-controller does not act/,
      remedies: ["enable-protection", "add-finalizer"],
    },
    {
      what: "all: nobody adds it",
      objects: [bare, claim({ name: "a" })],
      on: ["a", "data"],
      severity: "warning",
      says: /all 2 lack it: the admission plugin .* is off/,
      remedies: ["enable-protection", "add-finalizer"],
    },
    {
      what: "some: the controller does not act",
      objects: [bare, claim({ name: "a" }), claim({ name: "b", finalizers })],
      on: ["a", "data"],
      severity: "warning",
      says: /; 2 lack it: pvc-protection-controller/,
    },
  ],
  silent: [
    { what: "it has the finalizer", objects: [claim({ finalizers })] },
    { what: "made a moment ago", objects: [claim({ creationTimestamp: "2026-11-20T11:58:00Z" })] },
    { what: "it is being deleted", objects: [claim({ deletionTimestamp: true })] },
  ],
  unread: [{ what: "claims", objects: [bare], hidden: ["v1/persistentvolumeclaims"] }],
};
