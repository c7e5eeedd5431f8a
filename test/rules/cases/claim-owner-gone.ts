import { claim, ebs, ownedBy, statefulSet, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const set = statefulSet({ uid: "set-uid" });
const facts = { name: "data-web-0", phase: "Bound", volumeName: "pv-data" } as const;
const orphan = claim({ ...facts, ownerReferences: [ownedBy(set, { uid: "former-uid" })] });

export const cases: RuleCases = {
  fires: [
    {
      what: "the set of that name is another one",
      objects: [orphan, set, volume({ spec: ebs })],
      on: ["data-web-0"],
      severity: "error",
      says: /with uid former-uid does not exist/,
      remedies: ["remove-owner-references"],
    },
    {
      what: "its volume is kept",
      objects: [orphan, volume({ policy: "Retain", spec: ebs })],
      on: ["data-web-0"],
      severity: "warning",
      says: /does not exist/,
    },
  ],
  silent: [
    { what: "the owner is there", objects: [claim({ ...facts, ownerReferences: [ownedBy(set)] }), set] },
    { what: "nobody owns it", objects: [claim(facts)] },
    {
      what: "an owner of a kind that is not read",
      objects: [
        claim({
          ...facts,
          ownerReferences: [{ apiVersion: "kubevirt.io/v1", kind: "VirtualMachine", name: "vm", uid: "x" }],
        }),
      ],
    },
  ],
  unread: [
    { what: "claims", objects: [orphan], hidden: ["v1/persistentvolumeclaims"] },
    { what: "the owner", objects: [orphan], hidden: ["apps/v1/statefulsets"] },
  ],
};
