import { claim, namespaceObject, pod } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const leaving = namespaceObject({ deletionTimestamp: true });
const held = claim({ deletionTimestamp: true, finalizers: ["kubernetes.io/pvc-protection"] });

export const cases: RuleCases = {
  fires: [
    {
      what: "a claim in it waits for a pod",
      objects: [leaving, held, pod({ phase: "Succeeded", claims: ["data"] })],
      on: ["shop"],
      severity: "warning",
      says: /finished/,
    },
  ],
  silent: [
    { what: "live", objects: [namespaceObject(), held] },
    { what: "a pod without volumes keeps it", objects: [leaving, pod({ finalizers: ["example.com/x"] })] },
  ],
  unread: [
    { what: "namespaces", objects: [leaving], hidden: ["v1/namespaces"] },
    { what: "its claims", objects: [leaving], hidden: ["v1/persistentvolumeclaims"] },
  ],
};
