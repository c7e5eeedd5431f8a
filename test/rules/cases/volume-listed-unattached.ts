import { attachment, claim, claimRefTo, csiDriver, ebs, node, pod, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const listed = ["kubernetes.io/csi/ebs.csi.aws.com^vol-0abc"];
const data = claim({ phase: "Bound", volumeName: "pv-data" });
const disk = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });
const attached = node({ volumesAttached: listed });
const inUse = node({ volumesInUse: listed });

export const cases: RuleCases = {
  fires: [
    {
      what: "the node lists it as attached",
      objects: [disk, data, attached],
      on: ["pv-data"],
      severity: "warning",
      says: /node\/node-a lists it as attached, but no VolumeAttachment names it/,
    },
    {
      what: "the node has it mounted for no pod",
      objects: [disk, data, inUse],
      on: ["pv-data"],
      severity: "warning",
      says: /node\/node-a reports it in use, but no pod there uses it/,
    },
  ],
  silent: [
    { what: "it is attached", objects: [disk, data, attached, attachment()] },
    { what: "a pod waits for it", objects: [disk, data, inUse, pod({ claims: ["data"] })] },
    { what: "no node lists it", objects: [disk, data, node()] },
    {
      what: "its driver does not attach",
      objects: [disk, data, attached, csiDriver("ebs.csi.aws.com", false)],
    },
  ],
  unread: [
    { what: "volumes", objects: [disk, data, attached], hidden: ["v1/persistentvolumes"] },
    { what: "nodes", objects: [disk, data, attached], hidden: ["v1/nodes"] },
    { what: "pods", objects: [disk, data, inUse], hidden: ["v1/pods"] },
    {
      what: "attachments",
      objects: [disk, data, attached],
      hidden: ["storage.k8s.io/v1/volumeattachments"],
    },
    { what: "drivers", objects: [disk, data, attached], hidden: ["storage.k8s.io/v1/csidrivers"] },
  ],
};
