import {
  attachment,
  claim,
  claimRefTo,
  csiNode,
  disk,
  diskInventory,
  inZone,
  node,
  volume,
} from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const uid = "11111111-1111-4111-8111-111111111111";
const data = claim({ uid, phase: "Bound", volumeName: `pvc-${uid}` });
/** Provisioned here, so that its disk tells how the tags name this cluster. */
const own = volume({
  name: `pvc-${uid}`,
  phase: "Bound",
  claimRef: claimRefTo(data),
  spec: { csi: { driver: "ebs.csi.aws.com", volumeHandle: "vol-0own" }, ...inZone },
});
const on = (...attachedTo: readonly string[]) => disk({ name: "vol-0own", spec: { attachedTo } });
const lists = [diskInventory(), own, data];
const nodes = [
  node(),
  node({ name: "node-b", providerID: "aws:///eu-west-1a/i-0b" }),
  csiNode("node-a", "ebs.csi.aws.com"),
];
const attached = attachment({ volume: `pvc-${uid}` });

export const cases: RuleCases = {
  fires: [
    {
      what: "another node than the attachment names",
      objects: [...lists, ...nodes, on("i-0b"), attached],
      on: [`pvc-${uid}`],
      severity: "warning",
      says: /attached to node\/node-b, and its attachment names node node-a \(as of disks.json/,
    },
    {
      what: "a machine outside of this cluster, and a node",
      objects: [...lists, ...nodes, on("id-of-node-a", "i-0far"), attached],
      on: [`pvc-${uid}`],
      severity: "error",
      says: /attached to the machine i-0far, which is no node of this cluster, and an attachment says that it is attached to node node-a/,
    },
    {
      what: "a machine outside of this cluster alone",
      objects: [...lists, ...nodes, on("i-0far")],
      on: [`pvc-${uid}`],
      severity: "warning",
      says: /the machine i-0far, which is no node of this cluster \(as of/,
    },
    {
      what: "a node without an attachment",
      objects: [...lists, ...nodes, on("id-of-node-a")],
      on: [`pvc-${uid}`],
      severity: "warning",
      says: /attached to node\/node-a, and no attachment says so/,
    },
    {
      what: "an attachment that is older than the list, and nothing in the list",
      objects: [...lists, ...nodes, on(), attached],
      on: [`pvc-${uid}`],
      severity: "warning",
      says: /attached to node node-a, and the backend has it attached to nothing/,
    },
  ],
  silent: [
    { what: "both agree", objects: [...lists, ...nodes, on("id-of-node-a"), attached] },
    {
      what: "the backend calls the machine by the name of the node",
      objects: [...lists, ...nodes, on("NODE-A"), attached],
    },
    { what: "attached to nothing", objects: [...lists, ...nodes, on()] },
    {
      what: "attached since the list was made",
      objects: [
        ...lists,
        ...nodes,
        on(),
        attachment({ volume: `pvc-${uid}`, creationTimestamp: "2026-11-20T11:55:00Z" }),
      ],
    },
    {
      what: "the list does not say what is attached",
      objects: [...lists, ...nodes, disk({ name: "vol-0own", spec: { attachments: undefined } }), attached],
    },
  ],
  unread: [
    { what: "nodes", objects: [...lists, ...nodes, on("i-0b"), attached], hidden: ["v1/nodes"] },
    {
      what: "attachments",
      objects: [...lists, ...nodes, on("i-0b"), attached],
      hidden: ["storage.k8s.io/v1/volumeattachments"],
    },
    {
      what: "CSINodes",
      objects: [...lists, ...nodes, on("i-0b"), attached],
      hidden: ["storage.k8s.io/v1/csinodes"],
    },
  ],
};
