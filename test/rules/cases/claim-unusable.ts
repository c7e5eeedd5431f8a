import { claim, claimRefTo, ebs, node, type VolumeFacts, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const data = claim({ phase: "Bound", volumeName: "pv-data", status: { capacity: { storage: "1Gi" } } });
const on = (value: string): NonNullable<VolumeFacts["spec"]> => ({
  ...ebs,
  nodeAffinity: {
    required: {
      nodeSelectorTerms: [
        { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: [value] }] },
      ],
    },
  },
});
const disk = (facts: VolumeFacts = {}) =>
  volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data), ...facts });

export const cases: RuleCases = {
  fires: [
    {
      what: "its volume is gone",
      objects: [data],
      on: ["data"],
      severity: "warning",
      says: /persistentvolume\/pv-data does not exist/,
    },
    {
      what: "its volume belongs to another",
      objects: [data, disk({ claimRef: { ...claimRefTo(data), uid: "another" } })],
      on: ["data"],
      severity: "warning",
      says: /belongs to another claim/,
    },
    {
      what: "no node fits",
      objects: [data, disk({ spec: on("node-9") }), node()],
      on: ["data"],
      severity: "warning",
      says: /node-9/,
    },
  ],
  silent: [
    { what: "nothing is wrong", objects: [data, disk()] },
    {
      what: "a node fits",
      objects: [data, disk({ spec: on("node-a") }), node({ labels: { "kubernetes.io/hostname": "node-a" } })],
    },
    {
      what: "it is being expanded",
      objects: [
        claim({
          phase: "Bound",
          volumeName: "pv-data",
          request: "2Gi",
          status: { capacity: { storage: "1Gi" } },
        }),
        disk(),
      ],
    },
  ],
  unread: [
    { what: "claims", objects: [data], hidden: ["v1/persistentvolumeclaims"] },
    { what: "volumes", objects: [data], hidden: ["v1/persistentvolumes"] },
    { what: "nodes", objects: [data, disk({ spec: on("node-a") })], hidden: ["v1/nodes"] },
  ],
};
