import type { PersistentVolumeClaim } from "../../../src/kubernetes/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { event } from "../../support/driver.ts";
import type { VolumeFacts } from "../../support/objects.ts";
import { claim, claimRefTo, ebs, node, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const capacity = { storage: "1Gi" };
const facts = { phase: "Bound", volumeName: "pv-data", status: { capacity } } as const;
const data = claim(facts);
type Conditions = NonNullable<NonNullable<PersistentVolumeClaim["status"]>["conditions"]>;
const growing = (request: string, conditions: Conditions = []) =>
  claim({ ...facts, request, status: { capacity, conditions } });
const told = (type: string, message: string) => growing("1Gi", [{ type, status: "True", message }]);
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
      says: /pv\/pv-data does not exist/,
    },
    {
      what: "its volume belongs to another",
      objects: [data, disk({ claimRef: { ...claimRefTo(data), uid: "another" } })],
      on: ["data"],
      severity: "warning",
      says: /belongs to another claim/,
    },
    {
      what: "its expansion fails",
      objects: [growing("2Gi"), disk(), event(refOf(data), "VolumeResizeFailed", "too large")],
      on: ["data"],
      severity: "warning",
      says: /stuck between 1Gi and 2Gi.*too large/,
      remedies: ["lower-request"],
    },
    {
      what: "its expansion has gone on for hours",
      objects: [
        growing("2Gi", [{ type: "Resizing", status: "True", lastTransitionTime: "2026-11-20T10:00:00Z" }]),
        disk(),
      ],
      on: ["data"],
      severity: "warning",
      says: /for a long time, and no failure is recorded/,
    },
    {
      what: "the node cannot expand the volume, and the capacity is said to be enough",
      objects: [told("NodeResizeError", "resize2fs: bad magic number"), disk()],
      on: ["data"],
      severity: "warning",
      says: /bad magic number/,
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
    {
      what: "it is being deleted, and its volume is gone",
      objects: [claim({ ...facts, deletionTimestamp: "2026-11-20T11:00:00Z" })],
    },
    { what: "it is Lost, which another rule tells of", objects: [claim({ ...facts, phase: "Lost" })] },
    { what: "it names no volume", objects: [claim({ phase: "Bound" })] },
    {
      what: "only its VolumeAttributesClass is refused, which another rule tells of",
      objects: [
        claim({
          ...facts,
          spec: { volumeAttributesClassName: "gold" },
          status: {
            capacity,
            conditions: [{ type: "ModifyingVolume", status: "True", message: "no such type" }],
            modifyVolumeStatus: { status: "Infeasible", targetVolumeAttributesClassName: "gold" },
          },
        }),
        disk(),
      ],
    },
    {
      what: "only that nobody uses it is told of it",
      objects: [told("Unused", "2026-11-20T10:00:00Z"), disk()],
    },
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
