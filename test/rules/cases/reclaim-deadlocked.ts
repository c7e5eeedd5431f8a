import { volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const facts = {
  phase: "Bound",
  annotations: { "pv.kubernetes.io/provisioned-by": "kubernetes.io/host-path" },
  spec: { hostPath: { path: "/tmp/x" } },
  deletionTimestamp: true,
} as const;
const stuck = volume({ ...facts, finalizers: ["kubernetes.io/pv-protection"] });

export const cases: RuleCases = {
  fires: [
    {
      what: "deleted without its finalizer",
      objects: [stuck],
      on: ["pv-data"],
      severity: "warning",
      says: /tries to add kubernetes\.io\/pv-controller to it, which the API server refuses/,
      remedies: ["set-retain"],
    },
  ],
  silent: [
    {
      what: "it has the finalizer",
      objects: [volume({ ...facts, finalizers: ["kubernetes.io/pv-controller"] })],
    },
    {
      what: "its phase is not Bound: the object goes, and the disk is left behind",
      objects: [volume({ ...facts, phase: "Released", finalizers: ["kubernetes.io/pv-protection"] })],
    },
    { what: "policy Retain", objects: [volume({ ...facts, policy: "Retain" })] },
  ],
  unread: [{ what: "volumes", objects: [stuck], hidden: ["v1/persistentvolumes"] }],
};
