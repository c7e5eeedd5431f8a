import { claim, pod } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const finalizers = ["kubernetes.io/pvc-protection"];
const held = claim({ phase: "Bound", deletionTimestamp: true, finalizers });

export const cases: RuleCases = {
  fires: [
    {
      what: "a finished pod names it",
      objects: [held, pod({ phase: "Succeeded", claims: ["data"] })],
      on: ["data"],
      severity: "warning",
      says: /has finished/,
      remedies: ["delete-pod"],
    },
  ],
  silent: [
    { what: "nobody has deleted it", objects: [claim({ phase: "Bound", finalizers })] },
    {
      what: "deleted a moment ago",
      objects: [claim({ deletionTimestamp: "2026-11-20T11:58:00Z", finalizers }), pod({ claims: ["data"] })],
    },
  ],
  unread: [
    { what: "claims", objects: [held], hidden: ["v1/persistentvolumeclaims"] },
    { what: "the pods that could hold it", objects: [held], hidden: ["v1/pods"] },
  ],
};
