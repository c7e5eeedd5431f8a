import { claim, ownedBy, pod, statefulSet } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const set = statefulSet();
const waiting = pod({
  nodeName: "",
  phase: "Pending",
  claims: ["data-web-0"],
  ownerReferences: [ownedBy(set)],
});

export const cases: RuleCases = {
  fires: [
    {
      what: "a StatefulSet's pod whose claim went under it",
      objects: [waiting, set],
      on: ["web-0"],
      severity: "warning",
      says: /creates both again, the claim EMPTY/,
      remedies: ["recreate-pod"],
    },
    {
      what: "it runs on a claim that is gone",
      objects: [pod({ claims: ["data"] })],
      on: ["web-0"],
      severity: "warning",
      says: /it will not start again after a restart/,
    },
  ],
  silent: [
    { what: "the claim is there", objects: [waiting, set, claim({ name: "data-web-0" })] },
    { what: "it has finished", objects: [pod({ phase: "Succeeded", claims: ["data"] })] },
    {
      what: "made a moment ago",
      objects: [pod({ claims: ["data"], creationTimestamp: "2026-11-20T11:58:00Z" })],
    },
  ],
  unread: [
    { what: "pods", objects: [waiting, set], hidden: ["v1/pods"] },
    { what: "claims", objects: [waiting, set], hidden: ["v1/persistentvolumeclaims"] },
  ],
};
