import type { Event } from "../../../src/kubernetes/index.ts";
import { attachment, claim, claimRefTo, csiNode, ebs, node, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const facts = { phase: "Released", spec: ebs, claimRef: claimRefTo(claim()) } as const;
const status = { lastPhaseTransitionTime: "2026-11-20T08:00:00Z" };
const left = volume({ ...facts, status });
const driver = csiNode("node-a", "ebs.csi.aws.com");
const event: Event = {
  apiVersion: "v1",
  kind: "Event",
  metadata: { name: "e1", namespace: "default", uid: "e1-uid" },
  involvedObject: { kind: "PersistentVolume", name: "pv-data", uid: "pv-data-uid" },
  type: "Warning",
  reason: "VolumeFailedDelete",
  message: "rpc error: code = Internal desc = VolumeInUse: vol-0abc is in use",
  count: 40,
  firstTimestamp: "2026-11-20T08:00:10Z",
  lastTimestamp: "2026-11-20T11:57:00Z",
};

export const cases: RuleCases = {
  fires: [
    {
      what: "the backend says that it is in use",
      objects: [left, driver, event],
      on: ["pv-data"],
      severity: "warning",
      says: /VolumeInUse: vol-0abc is in use/,
    },
    {
      what: "an attachment still names it",
      objects: [left, driver, attachment(), node()],
      on: ["pv-data"],
      severity: "warning",
      says: /volumeattachment\/csi-1 still names the volume/,
    },
  ],
  silent: [
    { what: "policy Retain", objects: [volume({ ...facts, status, policy: "Retain" }), driver] },
    {
      what: "Released for less than ten minutes",
      objects: [
        volume({ ...facts, status: { lastPhaseTransitionTime: "2026-11-20T11:52:00Z" } }),
        driver,
        event,
      ],
    },
    { what: "nothing can delete it, which another rule says", objects: [left] },
  ],
  unread: [
    { what: "volumes", objects: [left, driver], hidden: ["v1/persistentvolumes"] },
    {
      what: "attachments",
      objects: [left, driver],
      hidden: ["storage.k8s.io/v1/volumeattachments"],
    },
    {
      what: "claims",
      objects: [left, driver],
      hidden: ["v1/persistentvolumeclaims", "v1/nodes", "v1/events", "storage.k8s.io/v1/volumeattachments"],
    },
  ],
};
