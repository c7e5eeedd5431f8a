import { ebs, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const csi = volume({ phase: "Bound", spec: ebs });
const finalizers = ["external-provisioner.volume.kubernetes.io/finalizer"];
const inTree = { "pv.kubernetes.io/provisioned-by": "kubernetes.io/host-path" };

export const cases: RuleCases = {
  fires: [
    {
      what: "a CSI volume",
      objects: [csi],
      on: ["pv-data"],
      severity: "warning",
      says: /external-provisioner of ebs\.csi\.aws\.com should have added; .* leak vol-0abc/,
      remedies: [],
    },
    {
      what: "an in-tree volume",
      objects: [volume({ phase: "Bound", annotations: inTree, spec: { hostPath: { path: "/tmp/x" } } })],
      on: ["pv-data"],
      severity: "warning",
      says: /kubernetes\.io\/pv-controller/,
    },
  ],
  silent: [
    { what: "it is there", objects: [volume({ phase: "Bound", spec: ebs, finalizers })] },
    { what: "policy Retain", objects: [volume({ phase: "Bound", policy: "Retain", spec: ebs })] },
    { what: "nobody is known who would delete its disk", objects: [volume({ phase: "Bound", spec: {} })] },
    { what: "not Bound yet", objects: [volume({ phase: "Available", spec: ebs })] },
    {
      what: "made ten minutes ago",
      objects: [volume({ phase: "Bound", spec: ebs, creationTimestamp: "2026-11-20T11:50:00Z" })],
    },
    {
      what: "a provisioner with its own code",
      objects: [
        volume({
          phase: "Bound",
          annotations: { "pv.kubernetes.io/provisioned-by": "rancher.io/local-path" },
          spec: { hostPath: { path: "/opt/x" } },
        }),
      ],
    },
  ],
  unread: [{ what: "volumes", objects: [csi], hidden: ["v1/persistentvolumes"] }],
};
