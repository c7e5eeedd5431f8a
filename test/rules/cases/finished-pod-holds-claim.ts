import { claim, pod } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const finalizers = ["kubernetes.io/pvc-protection"];
const leaving = claim({ phase: "Bound", deletionTimestamp: true, finalizers });
const finished = pod({ name: "import-1", phase: "Succeeded", claims: ["data"] });

export const cases: RuleCases = {
  fires: [
    {
      what: "a Succeeded pod names it",
      objects: [leaving, finished],
      on: ["import-1"],
      severity: "warning",
      says: /Succeeded.*pvc\/data \(shop\)/,
      remedies: ["delete-pod"],
    },
  ],
  silent: [
    { what: "nobody has deleted the claim", objects: [claim({ finalizers }), finished] },
    { what: "the pod runs", objects: [leaving, pod({ claims: ["data"] })] },
    {
      what: "the pod never got a node, and does not count",
      objects: [leaving, pod({ nodeName: "", phase: "Failed", claims: ["data"] })],
    },
    {
      what: "the claim was deleted a moment ago",
      objects: [claim({ deletionTimestamp: "2026-11-20T11:58:00Z", finalizers }), finished],
    },
  ],
  unread: [
    { what: "pods", objects: [leaving, finished], hidden: ["v1/pods"] },
    { what: "claims", objects: [leaving, finished], hidden: ["v1/persistentvolumeclaims"] },
  ],
};
