import { attachment, claim, claimRefTo, csiNode, ebs, node, pod, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const facts = { phase: "Released", spec: ebs, claimRef: claimRefTo(claim()) } as const;
const released = volume(facts);
const driver = csiNode("node-a", "ebs.csi.aws.com");
const user = pod({ claims: ["data"], phase: "Running" });
const around = [driver, attachment(), node()];

export const cases: RuleCases = {
  fires: [
    {
      what: "its claim was removed under a pod",
      objects: [released, user, ...around],
      on: ["pv-data"],
      severity: "error",
      says: /still uses the volume, although its claim no longer exists/,
    },
  ],
  silent: [
    { what: "policy Retain", objects: [volume({ ...facts, policy: "Retain" }), user, ...around] },
    { what: "no pod runs on it", objects: [released, ...around] },
    {
      what: "the pod has finished",
      objects: [released, pod({ claims: ["data"], phase: "Succeeded" }), ...around],
    },
  ],
  unread: [
    { what: "volumes", objects: [released, user, ...around], hidden: ["v1/persistentvolumes"] },
    { what: "pods", objects: [released, user, ...around], hidden: ["v1/pods"] },
    {
      what: "attachments",
      objects: [released, user, ...around],
      hidden: ["storage.k8s.io/v1/volumeattachments"],
    },
  ],
};
