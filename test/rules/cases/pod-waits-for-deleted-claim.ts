import { claim, pod, statefulSet } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const finalizers = ["kubernetes.io/pvc-protection"];
const leaving = claim({ deletionTimestamp: true, finalizers });
const waiting = pod({ name: "web-1", nodeName: "", phase: "Pending", claims: ["data"] });
const ofSet = claim({ name: "data-web-0", deletionTimestamp: true, finalizers });

export const cases: RuleCases = {
  fires: [
    {
      what: "a Pending pod names it",
      objects: [leaving, waiting],
      on: ["web-1"],
      severity: "warning",
      says: /being deleted/,
    },
    {
      what: "a StatefulSet makes no pod",
      objects: [ofSet, statefulSet()],
      on: ["web"],
      severity: "warning",
      says: /creates no pod while pvc\/data-web-0/,
    },
  ],
  silent: [
    { what: "the claim is live", objects: [claim({ phase: "Bound" }), waiting] },
    { what: "the pod runs already", objects: [leaving, pod({ claims: ["data"] })] },
    { what: "the set is scaled to nothing", objects: [ofSet, statefulSet({ replicas: 0 })] },
  ],
  unread: [
    { what: "pods", objects: [leaving, waiting], hidden: ["v1/pods"] },
    { what: "claims", objects: [leaving, waiting], hidden: ["v1/persistentvolumeclaims"] },
    { what: "the claims of a set", objects: [ofSet, statefulSet()], hidden: ["v1/persistentvolumeclaims"] },
  ],
};
