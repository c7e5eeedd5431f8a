import { attachment, claim, claimRefTo, ebs, node, pod, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const disk = volume({ phase: "Bound", spec: ebs });
const here = attachment({ name: "csi-1", nodeName: "node-a" });
const there = attachment({ name: "csi-2", nodeName: "node-b" });

const listed = ["kubernetes.io/csi/ebs.csi.aws.com^vol-0abc"];
const other = node({ name: "node-b", volumesAttached: listed });
const data = claim({ phase: "Bound", volumeName: "pv-data" });
const owned = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });

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
  ],
  silent: [
    {
      what: "a pod on the other node waits for it",
      objects: [owned, data, there, node({ volumesInUse: listed }), other, pod({ claims: ["data"] })],
    },
    { what: "one node", objects: [disk, here] },
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
  ],
};
