import { claim, snapshot } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const stuck = snapshot({ readyToUse: false });

export const cases: RuleCases = {
  fires: [
    {
      what: "its claim does not exist",
      objects: [stuck],
      on: ["nightly"],
      severity: "warning",
      says: /pvc\/data/,
    },
  ],
  silent: [
    { what: "ready", objects: [snapshot({ readyToUse: true })] },
    {
      what: "made a moment ago",
      objects: [snapshot({ readyToUse: false, creationTimestamp: "2026-11-20T11:58:00Z" }), claim()],
    },
  ],
  unread: [
    { what: "snapshots", objects: [stuck], hidden: ["snapshot.storage.k8s.io/v1/volumesnapshots"] },
    { what: "claims", objects: [stuck], hidden: ["v1/persistentvolumeclaims"] },
  ],
};
