import { installed } from "../../support/driver.ts";
import { claim, claimRefTo, ebs, node, pod, volume } from "../../support/objects.ts";
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
    {
      what: "and its data goes when the pod does",
      objects: [
        claim({ phase: "Bound", volumeName: "pv-data", deletionTimestamp: true, finalizers }),
        volume({
          phase: "Bound",
          spec: ebs,
          claimRef: claimRefTo(held),
          finalizers: ["external-provisioner.volume.kubernetes.io/finalizer"],
        }),
        pod({ phase: "Succeeded", claims: ["data"] }),
        ...installed(),
      ],
      on: ["data"],
      severity: "error",
      says: /has finished/,
    },
    {
      what: "its pod is ending",
      objects: [held, pod({ claims: ["data"], deletionTimestamp: "2026-11-20T12:00:10Z" }), node()],
      on: ["data"],
      severity: "note",
      says: /./,
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
