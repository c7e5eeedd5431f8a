import type { CSIDriver } from "../../../src/kubernetes/index.ts";
import { claim, csiNode, storageClass, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const local = storageClass({ name: "local-path", provisioner: "rancher.io/local-path" });
const csiDriver: CSIDriver = {
  apiVersion: "storage.k8s.io/v1",
  kind: "CSIDriver",
  metadata: { name: "ebs.csi.aws.com", uid: "driver-uid" },
};

export const cases: RuleCases = {
  fires: [
    {
      what: "mistyped",
      objects: [storageClass({ provisioner: "ebs.csi.aws.co" }), csiDriver],
      on: ["gp3"],
      severity: "warning",
      says: /the closest name is ebs\.csi\.aws\.com/,
    },
    {
      what: "claims wait for a provisioner that may be of another kind",
      objects: [
        local,
        claim({ storageClassName: "local-path" }),
        claim({ name: "other", storageClassName: "local-path", phase: "Bound", volumeName: "pv-other" }),
      ],
      on: ["local-path"],
      severity: "note",
      says: /1 of its claims is Pending/,
    },
    {
      what: "a claim waits for a CSI driver",
      objects: [
        storageClass({ name: "array", provisioner: "csi.array.example" }),
        claim({ storageClassName: "array" }),
      ],
      on: ["array"],
      severity: "warning",
      says: /no CSI driver is named csi\.array\.example; 1 of its claims is Pending/,
    },
    {
      what: "nothing speaks for it",
      objects: [local],
      on: ["local-path"],
      severity: "note",
      says: /no CSI driver is named rancher\.io\/local-path/,
    },
    {
      what: "an in-tree plugin that is gone",
      objects: [storageClass({ name: "rbd", provisioner: "kubernetes.io/rbd" })],
      on: ["rbd"],
      severity: "warning",
      says: /kubernetes\.io\/rbd/,
    },
  ],
  silent: [
    { what: "the driver is registered", objects: [storageClass(), csiDriver] },
    { what: "a node runs it", objects: [storageClass(), csiNode("node-a", "ebs.csi.aws.com")] },
    {
      what: "no provisioner is meant",
      objects: [storageClass({ provisioner: "kubernetes.io/no-provisioner" })],
    },
    {
      what: "it has made volumes",
      objects: [
        local,
        volume({ annotations: { "pv.kubernetes.io/provisioned-by": "rancher.io/local-path" } }),
      ],
    },
    {
      what: "a CSI driver has taken over",
      objects: [storageClass({ provisioner: "kubernetes.io/aws-ebs" }), csiDriver],
    },
  ],
  unread: [
    { what: "classes", objects: [local], hidden: ["storage.k8s.io/v1/storageclasses"] },
    { what: "drivers", objects: [local], hidden: ["storage.k8s.io/v1/csidrivers"] },
    { what: "volumes", objects: [local], hidden: ["v1/persistentvolumes"] },
  ],
};
