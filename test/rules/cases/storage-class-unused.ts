import { claim, storageClass, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const idle = storageClass();

export const cases: RuleCases = {
  fires: [
    {
      what: "nobody names it",
      objects: [idle, claim({ storageClassName: "other" })],
      on: ["gp3"],
      severity: "note",
      says: /no claim or volume refers to it/,
    },
  ],
  silent: [
    { what: "a claim names it", objects: [idle, claim({ storageClassName: "gp3" })] },
    { what: "a volume names it", objects: [idle, volume({ storageClassName: "gp3" })] },
    {
      what: "it is the default",
      objects: [storageClass({ annotations: { "storageclass.kubernetes.io/is-default-class": "true" } })],
    },
    { what: "made today", objects: [storageClass({ creationTimestamp: "2026-11-20T06:00:00Z" })] },
  ],
  unread: [
    { what: "classes", objects: [idle], hidden: ["storage.k8s.io/v1/storageclasses"] },
    { what: "claims", objects: [idle], hidden: ["v1/persistentvolumeclaims"] },
    { what: "volumes", objects: [idle], hidden: ["v1/persistentvolumes"] },
  ],
};
