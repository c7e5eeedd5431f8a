import { installed } from "../../support/driver.ts";
import { claim, ebs, namespaceObject, pod, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const leaving = namespaceObject({ deletionTimestamp: true });
const held = claim({ deletionTimestamp: true, finalizers: ["kubernetes.io/pvc-protection"] });

const goesWithItsData = [
  leaving,
  claim({ phase: "Bound", volumeName: "pv-data", finalizers: ["kubernetes.io/pvc-protection"] }),
  volume({ phase: "Bound", claimRef: { namespace: "shop", name: "data", uid: "data-uid" }, spec: ebs }),
  ...installed(),
  pod({ finalizers: ["example.com/x"], deletionTimestamp: "2026-11-20T09:00:00Z" }),
];

export const cases: RuleCases = {
  fires: [
    {
      what: "a claim in it waits for a pod",
      objects: [leaving, held, pod({ phase: "Succeeded", claims: ["data"] })],
      on: ["shop"],
      severity: "warning",
      says: /finished/,
    },
    {
      what: "a pod without volumes keeps it, and a claim that looks live is destroyed after that",
      objects: goesWithItsData,
      on: ["shop"],
      severity: "error",
      says: /example\.com\/x|kubelet/,
    },
  ],
  silent: [
    { what: "live", objects: [namespaceObject(), held] },
    { what: "a pod without volumes keeps it", objects: [leaving, pod({ finalizers: ["example.com/x"] })] },
  ],
  unread: [
    { what: "namespaces", objects: [leaving], hidden: ["v1/namespaces"] },
    { what: "its claims", objects: [leaving], hidden: ["v1/persistentvolumeclaims"] },
    {
      what: "the volume of a claim in it, which a pod keeps",
      objects: goesWithItsData,
      hidden: ["v1/persistentvolumes"],
    },
  ],
};
