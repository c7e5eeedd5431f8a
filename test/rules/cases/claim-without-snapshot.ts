import { claim, ebs, snapshot, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const data = claim({ phase: "Bound", volumeName: "pv-data" });
const disk = volume({ phase: "Bound", spec: ebs });

export const cases: RuleCases = {
  fires: [
    {
      what: "no snapshot",
      objects: [data, disk],
      on: ["data"],
      severity: "note",
      says: /vol-0abc is deleted too/,
      remedies: ["set-retain"],
    },
    {
      what: "a snapshot that never became ready",
      objects: [data, disk, snapshot({ readyToUse: false })],
      on: ["data"],
      severity: "note",
      says: /no ready snapshot/,
    },
  ],
  silent: [
    { what: "a ready snapshot", objects: [data, disk, snapshot({ readyToUse: true })] },
    { what: "policy Retain", objects: [data, volume({ policy: "Retain", spec: ebs })] },
    { what: "not Bound", objects: [claim()] },
  ],
  unread: [
    { what: "claims", objects: [data, disk], hidden: ["v1/persistentvolumeclaims"] },
    { what: "volumes", objects: [data, disk], hidden: ["v1/persistentvolumes"] },
    {
      what: "snapshots",
      objects: [data, disk],
      hidden: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
    },
  ],
};
