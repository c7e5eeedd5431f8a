import { ebs, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const provisioner = "external-provisioner.volume.kubernetes.io/finalizer";
const inTree = { "pv.kubernetes.io/provisioned-by": "kubernetes.io/host-path" };
const hostPath = { hostPath: { path: "/tmp/x" } };
const retained = volume({ phase: "Bound", policy: "Retain", spec: ebs, finalizers: [provisioner] });

export const cases: RuleCases = {
  fires: [
    {
      what: "set to Retain, and the provisioner has not let go",
      objects: [retained],
      on: ["pv-data"],
      severity: "warning",
      says: /external-provisioner of ebs\.csi\.aws\.com should have removed/,
      remedies: ["check-controller"],
    },
    {
      what: "the in-tree finalizer on a volume made by hand",
      objects: [volume({ spec: hostPath, finalizers: ["kubernetes.io/pv-controller"] })],
      on: ["pv-data"],
      severity: "warning",
      says: /no controller removes/,
    },
    {
      what: "the in-tree finalizer on a migrated volume",
      objects: [
        volume({
          phase: "Bound",
          annotations: { "pv.kubernetes.io/provisioned-by": "kubernetes.io/aws-ebs" },
          spec: { awsElasticBlockStore: { volumeID: "vol-0abc" } },
          finalizers: ["kubernetes.io/pv-controller", provisioner],
        }),
      ],
      on: ["pv-data"],
      severity: "warning",
      says: /kubernetes\.io\/pv-controller, which persistentvolume-controller should have removed/,
    },
    {
      what: "the provisioner's finalizer on a volume that no driver made",
      objects: [volume({ spec: hostPath, finalizers: [provisioner] })],
      on: ["pv-data"],
      severity: "warning",
      says: /external-provisioner\.volume\.kubernetes\.io\/finalizer, which no controller removes/,
    },
  ],
  silent: [
    {
      what: "each where it belongs",
      objects: [
        volume({ phase: "Bound", spec: ebs, finalizers: [provisioner] }),
        volume({
          name: "pv-tree",
          phase: "Bound",
          annotations: inTree,
          spec: hostPath,
          finalizers: ["kubernetes.io/pv-controller"],
        }),
      ],
    },
    {
      what: "made ten minutes ago: the provisioner looks every fifteen",
      objects: [
        volume({
          policy: "Retain",
          spec: ebs,
          finalizers: [provisioner],
          creationTimestamp: "2026-11-20T11:50:00Z",
        }),
      ],
    },
  ],
  unread: [{ what: "volumes", objects: [retained], hidden: ["v1/persistentvolumes"] }],
};
