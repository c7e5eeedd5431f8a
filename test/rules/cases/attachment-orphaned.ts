import type { CSIDriver, VolumeAttachment } from "../../../src/kubernetes/index.ts";
import { attachment, claim, claimRefTo, csiNode, ebs, node, pod, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const left = attachment();
const data = claim({ phase: "Bound", volumeName: "pv-data" });
const disk = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });
const driver = csiNode("node-a", "ebs.csi.aws.com");

const inline: VolumeAttachment = {
  ...left,
  spec: { attacher: "ebs.csi.aws.com", nodeName: "node-a", source: {} },
};
const csiDriver: CSIDriver = {
  apiVersion: "storage.k8s.io/v1",
  kind: "CSIDriver",
  metadata: { name: "ebs.csi.aws.com", uid: "driver-uid" },
};

export const cases: RuleCases = {
  fires: [
    {
      what: "its volume is gone",
      objects: [left, node(), driver],
      on: ["csi-1"],
      severity: "warning",
      says: /pv\/pv-data was removed while it was attached/,
    },
    {
      what: "its node is gone",
      objects: [left, disk, data, driver],
      on: ["csi-1"],
      severity: "warning",
      says: /node\/node-a no longer exists/,
    },
    {
      what: "its driver is gone",
      objects: [left, disk, data, node()],
      on: ["csi-1"],
      severity: "warning",
      says: /its driver ebs\.csi\.aws\.com is not installed/,
      remedies: ["reinstall-driver"],
    },
  ],
  silent: [
    { what: "it carries its volume itself", objects: [inline, node(), driver] },
    {
      what: "a driver that is registered, and that no node runs",
      objects: [left, disk, data, node(), csiDriver],
    },
    { what: "all are there", objects: [left, disk, data, node(), driver, pod({ claims: ["data"] })] },
    {
      what: "made a moment ago",
      objects: [attachment({ creationTimestamp: "2026-11-20T11:55:00Z" }), node(), driver],
    },
  ],
  unread: [
    { what: "attachments", objects: [left], hidden: ["storage.k8s.io/v1/volumeattachments"] },
    { what: "volumes", objects: [left, node(), driver], hidden: ["v1/persistentvolumes"] },
    { what: "nodes", objects: [left, disk, driver], hidden: ["v1/nodes"] },
    { what: "drivers", objects: [left, disk, node()], hidden: ["storage.k8s.io/v1/csidrivers"] },
  ],
};
