import { claim, ebs, ownedBy, statefulSet, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const data = claim({ name: "data-web-0", phase: "Bound", volumeName: "pv-data" });
const disk = volume({ phase: "Bound", spec: ebs });
const both = statefulSet({ whenDeleted: "Delete", whenScaled: "Delete" });

const whenDeleted = statefulSet({ whenDeleted: "Delete" });
const defaulted = { ...whenDeleted, spec: { ...whenDeleted.spec, replicas: undefined } };

const emptied = statefulSet({ replicas: 0, whenDeleted: "Delete" });

export const cases: RuleCases = {
  fires: [
    {
      what: "both say Delete",
      objects: [both, data, disk],
      on: ["web"],
      severity: "note",
      says: /deleting the set or scaling it down deletes the data of its claims: 1 /,
    },
    {
      what: "only scaling says Delete, and it is of several pods",
      objects: [
        statefulSet({ replicas: 2, whenScaled: "Delete" }),
        data,
        disk,
        claim({ name: "data-web-1", phase: "Bound", volumeName: "pv-more" }),
        volume({ name: "pv-more", phase: "Bound", spec: ebs }),
        claim({ name: "data-web-2", phase: "Bound", volumeName: "pv-surplus" }),
        volume({ name: "pv-surplus", phase: "Bound", spec: ebs }),
      ],
      on: ["web"],
      severity: "note",
      says: /^scaling it down deletes the data of its claims: 2 /,
    },
    {
      what: "only deleting says Delete, and how many pods it has is left to the default",
      objects: [defaulted, data, disk],
      on: ["web"],
      severity: "note",
      says: /^deleting the set deletes the data of its claims: 1 /,
    },
    {
      what: "it was scaled to nothing, and still owns what it left",
      objects: [
        emptied,
        claim({
          name: "data-web-0",
          phase: "Bound",
          volumeName: "pv-data",
          ownerReferences: [{ ...ownedBy(emptied), controller: true }],
        }),
        disk,
      ],
      on: ["web"],
      severity: "note",
      says: /^deleting the set deletes the data of its claims: 1 /,
    },
  ],
  silent: [
    { what: "both say Retain", objects: [statefulSet(), data, disk] },
    { what: "it was scaled to nothing before it owned its claim", objects: [emptied, data, disk] },
    { what: "the volume is kept", objects: [both, data, volume({ policy: "Retain", spec: ebs })] },
  ],
  unread: [
    { what: "sets", objects: [both, data, disk], hidden: ["apps/v1/statefulsets"] },
    { what: "claims", objects: [both, data, disk], hidden: ["v1/persistentvolumeclaims"] },
    { what: "volumes", objects: [both, data, disk], hidden: ["v1/persistentvolumes"] },
  ],
};
