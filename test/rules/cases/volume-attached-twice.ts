import { attachment, claim, claimRefTo, ebs, node, pod, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const disk = volume({ phase: "Bound", spec: ebs });
const here = attachment({ name: "csi-1", nodeName: "node-a" });
const there = attachment({ name: "csi-2", nodeName: "node-b" });

const listed = ["kubernetes.io/csi/ebs.csi.aws.com^vol-0abc"];
const other = node({ name: "node-b", volumesAttached: listed });
const data = claim({ phase: "Bound", volumeName: "pv-data" });
const owned = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });

const onA = pod({ name: "one", nodeName: "node-a", claims: ["data"], phase: "Running" });
const onB = pod({ name: "two", nodeName: "node-b", claims: ["data"], phase: "Running" });

export const cases: RuleCases = {
  fires: [
    {
      what: "ReadWriteOnce on two nodes",
      objects: [disk, here, there],
      on: ["pv-data"],
      severity: "warning",
      says: /attached to node-a and node-b at the same time/,
    },
    {
      what: "another node still has it mounted",
      objects: [disk, there, node({ volumesInUse: listed }), other],
      on: ["pv-data"],
      severity: "warning",
      says: /attached to node\/node-b, and node\/node-a still reports it in use/,
    },
    {
      what: "pods on two nodes use its claim",
      objects: [owned, data, onA, onB],
      on: ["data"],
      severity: "warning",
      says: /pod\/one.* on node\/node-a and pod\/two.* on node\/node-b use it at the same time/,
    },
    {
      what: "pods on two nodes use a volume of NFS",
      objects: [
        volume({
          phase: "Bound",
          spec: { nfs: { server: "10.0.0.1", path: "/data" } },
          claimRef: claimRefTo(data),
        }),
        data,
        onA,
        onB,
      ],
      on: ["data"],
      severity: "note",
      says: /use it at the same time/,
    },
  ],
  silent: [
    {
      what: "a pod on the other node waits for it",
      objects: [owned, data, there, node({ volumesInUse: listed }), other, pod({ claims: ["data"] })],
    },
    { what: "one node", objects: [disk, here] },
    {
      what: "pods on one node, and one that is on its way from another",
      objects: [
        owned,
        data,
        onA,
        pod({ name: "three", nodeName: "node-a", claims: ["data"], phase: "Running" }),
        pod({ name: "two", nodeName: "node-b", claims: ["data"], deletionTimestamp: true }),
      ],
    },
    {
      what: "a pod has been on a second node for a minute",
      objects: [
        owned,
        data,
        onA,
        pod({ name: "two", nodeName: "node-b", claims: ["data"], creationTimestamp: "2026-11-20T11:59:00Z" }),
      ],
    },
    {
      what: "the second is not attached",
      objects: [disk, here, attachment({ name: "csi-2", nodeName: "node-b", attached: false })],
    },
    {
      what: "ReadWriteMany",
      objects: [volume({ spec: ebs, accessModes: ["ReadWriteMany"] }), here, there],
    },
  ],
  unread: [
    { what: "volumes", objects: [disk, here, there], hidden: ["v1/persistentvolumes"] },
    {
      what: "nodes",
      objects: [disk, there, node({ volumesInUse: listed }), other],
      hidden: ["v1/nodes"],
    },
    {
      what: "attachments",
      objects: [disk, here, there],
      hidden: ["storage.k8s.io/v1/volumeattachments"],
    },
    { what: "pods", objects: [owned, data, onA, onB], hidden: ["v1/pods"] },
    { what: "the volume of a claim", objects: [owned, data, onA, onB], hidden: ["v1/persistentvolumes"] },
  ],
};
