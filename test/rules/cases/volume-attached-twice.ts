import { attachment, ebs, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const disk = volume({ phase: "Bound", spec: ebs });
const here = attachment({ name: "csi-1", nodeName: "node-a" });
const there = attachment({ name: "csi-2", nodeName: "node-b" });

export const cases: RuleCases = {
  fires: [
    {
      what: "ReadWriteOnce on two nodes",
      objects: [disk, here, there],
      on: ["pv-data"],
      severity: "warning",
      says: /attached to node-a and node-b at the same time/,
    },
  ],
  silent: [
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
      what: "attachments",
      objects: [disk, here, there],
      hidden: ["storage.k8s.io/v1/volumeattachments"],
    },
  ],
};
