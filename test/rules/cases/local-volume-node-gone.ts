import type { VolumeFacts } from "../../support/objects.ts";
import { claim, claimRefTo, node, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const on = (...values: readonly string[]): NonNullable<VolumeFacts["spec"]> => ({
  local: { path: "/mnt/disks/a" },
  nodeAffinity: {
    required: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values }] }],
    },
  },
});
const data = claim({ phase: "Bound", volumeName: "pv-data" });
const bound = volume({
  phase: "Bound",
  storageClassName: "fast-disks",
  claimRef: claimRefTo(data),
  spec: on("node-9"),
});

export const cases: RuleCases = {
  fires: [
    {
      what: "Bound",
      objects: [bound, data, node()],
      on: ["pv-data"],
      severity: "warning",
      says: /was on node-9, .*handles class fast-disks, it deletes that claim after its delay/,
      remedies: ["save-manifest"],
    },
    {
      what: "Available, with any policy",
      objects: [volume({ policy: "Retain", spec: on("node-9") }), node()],
      on: ["pv-data"],
      severity: "warning",
      says: /it deletes the volume/,
      remedies: ["save-manifest", "delete-volume"],
    },
    {
      what: "Released and kept",
      objects: [volume({ phase: "Released", policy: "Retain", spec: on("node-9") })],
      on: ["pv-data"],
      severity: "warning",
      says: /no controller deletes the volume/,
    },
    {
      what: "Bound to a claim that is not the one of that name any more",
      objects: [bound, claim({ uid: "another", phase: "Bound", volumeName: "pv-data" }), node()],
      on: ["pv-data"],
      severity: "warning",
      says: /handles class fast-disks, it deletes the volume once the volume is Released/,
      remedies: ["save-manifest"],
    },
    {
      what: "Bound, and its claim is gone",
      objects: [bound, node()],
      on: ["pv-data"],
      severity: "warning",
      says: /handles class fast-disks, it deletes the volume once the volume is Released/,
      remedies: ["save-manifest"],
    },
  ],
  silent: [
    { what: "its node is there", objects: [volume({ spec: on("node-a") }), node()] },
    {
      what: "a node with that hostname is there",
      objects: [volume({ spec: on("node-9") }), node({ labels: { "kubernetes.io/hostname": "node-9" } })],
    },
    { what: "one of its nodes is there", objects: [volume({ spec: on("node-9", "node-a") }), node()] },
    { what: "not local", objects: [volume({ spec: { ...on("node-9"), local: undefined } })] },
  ],
  unread: [
    { what: "volumes", objects: [bound], hidden: ["v1/persistentvolumes"] },
    { what: "nodes", objects: [bound, data], hidden: ["v1/nodes"] },
  ],
};
