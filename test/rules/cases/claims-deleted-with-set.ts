import { claim, ebs, statefulSet, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const data = claim({ name: "data-web-0", phase: "Bound", volumeName: "pv-data" });
const disk = volume({ phase: "Bound", spec: ebs });
const both = statefulSet({ whenDeleted: "Delete", whenScaled: "Delete" });

export const cases: RuleCases = {
  fires: [
    {
      what: "both say Delete",
      objects: [both, data, disk],
      on: ["web"],
      severity: "note",
      says: /deleting the set or scaling it down destroys the data of its claims: 1 /,
    },
  ],
  silent: [
    { what: "both say Retain", objects: [statefulSet(), data, disk] },
    { what: "the volume is kept", objects: [both, data, volume({ policy: "Retain", spec: ebs })] },
  ],
  unread: [
    { what: "sets", objects: [both, data, disk], hidden: ["apps/v1/statefulsets"] },
    { what: "claims", objects: [both, data, disk], hidden: ["v1/persistentvolumeclaims"] },
    { what: "volumes", objects: [both, data, disk], hidden: ["v1/persistentvolumes"] },
  ],
};
