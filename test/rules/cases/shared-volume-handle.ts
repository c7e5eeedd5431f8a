import { ebs, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const one = volume({ name: "pv-a", policy: "Retain", spec: ebs });

export const cases: RuleCases = {
  fires: [
    {
      what: "one of them has policy Delete",
      objects: [one, volume({ name: "pv-b", spec: ebs })],
      on: ["pv-a", "pv-b"],
      severity: "error",
      says: /the policy of pv\/pv-b is Delete: once its claim is deleted, the disk is deleted/,
      remedies: ["set-retain"],
    },
    {
      what: "all are retained",
      objects: [one, volume({ name: "pv-b", policy: "Retain", spec: ebs })],
      on: ["pv-a", "pv-b"],
      severity: "note",
      says: /vol-0abc too; no controller would delete it, so this may be intended/,
      remedies: [],
    },
    {
      what: "many share it",
      objects: ["pv-a", "pv-b", "pv-c", "pv-d", "pv-e"].map((name) =>
        volume({ name, policy: "Retain", spec: ebs }),
      ),
      on: ["pv-a", "pv-b", "pv-c", "pv-d", "pv-e"],
      severity: "note",
      says: / and 1 more refer to vol-0abc too/,
    },
    {
      what: "policy Delete, and nobody can destroy a share that was made by hand",
      objects: ["pv-a", "pv-b"].map((name) =>
        volume({ name, spec: { nfs: { server: "10.0.0.9", path: "/x" } } }),
      ),
      on: ["pv-a", "pv-b"],
      severity: "note",
      says: /no controller would delete it, so this may be intended/,
      remedies: [],
    },
  ],
  silent: [
    {
      what: "different handles",
      objects: [one, volume({ name: "pv-b", spec: { csi: { ...ebs.csi, volumeHandle: "vol-0def" } } })],
    },
    {
      what: "the same handle of different drivers",
      objects: [one, volume({ name: "pv-b", spec: { csi: { ...ebs.csi, driver: "other.example.com" } } })],
    },
    {
      what: "the same path on two machines",
      objects: ["pv-a", "pv-b"].map((name) => volume({ name, spec: { hostPath: { path: "/data" } } })),
    },
    {
      what: "a plugin that shows no handle",
      objects: ["pv-a", "pv-b"].map((name) => volume({ name, spec: { flexVolume: { driver: "x/y" } } })),
    },
  ],
  unread: [{ what: "volumes", objects: [one], hidden: ["v1/persistentvolumes"] }],
};
