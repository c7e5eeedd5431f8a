import { ebs, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const finalizers = ["kubernetes.io/pv-protection"];
const bare = volume({ phase: "Bound", spec: ebs });

export const cases: RuleCases = {
  fires: [
    {
      what: "stripped",
      objects: [bare, volume({ name: "pv-a", finalizers })],
      on: ["pv-data"],
      severity: "warning",
      says: /kubernetes.io\/pv-protection and is the only one/,
    },
  ],
  silent: [
    { what: "it has the finalizer", objects: [volume({ finalizers })] },
    { what: "made a moment ago", objects: [volume({ creationTimestamp: "2026-11-20T11:58:00Z" })] },
  ],
  unread: [{ what: "volumes", objects: [bare], hidden: ["v1/persistentvolumes"] }],
};
