import { claim, pod, storageClass } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const lonely = claim({ storageClassName: "nope" });
const waiting = storageClass({ volumeBindingMode: "WaitForFirstConsumer" });

export const cases: RuleCases = {
  fires: [
    {
      what: "its class does not exist",
      objects: [lonely],
      on: ["data"],
      severity: "warning",
      says: /nope/,
    },
  ],
  silent: [
    { what: "it waits for its first pod", objects: [claim({ storageClassName: "gp3" }), waiting] },
    {
      what: "its pod is not scheduled yet",
      objects: [
        claim({ storageClassName: "gp3" }),
        waiting,
        pod({ nodeName: "", phase: "Pending", claims: ["data"] }),
      ],
    },
    { what: "Bound", objects: [claim({ phase: "Bound", storageClassName: "nope" })] },
    {
      what: "made a moment ago",
      objects: [claim({ storageClassName: "nope", creationTimestamp: "2026-11-20T11:58:00Z" })],
    },
  ],
  unread: [
    { what: "claims", objects: [lonely], hidden: ["v1/persistentvolumeclaims"] },
    { what: "classes", objects: [lonely], hidden: ["storage.k8s.io/v1/storageclasses"] },
  ],
};
