import type { CSIDriver, PersistentVolume } from "../../../src/kubernetes/index.ts";
import { claim, claimRefTo, ebs, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const data = claim({ phase: "Bound", volumeName: "pv-data" });
const deleted = volume({
  phase: "Bound",
  spec: ebs,
  claimRef: claimRefTo(data),
  deletionTimestamp: true,
  finalizers: ["kubernetes.io/pv-protection"],
});

const onItsNode: PersistentVolume = {
  ...deleted,
  spec: { ...deleted.spec, csi: undefined, hostPath: { path: "/srv" } },
};
const driver = (attachRequired: boolean): CSIDriver => ({
  apiVersion: "storage.k8s.io/v1",
  kind: "CSIDriver",
  metadata: { name: "ebs.csi.aws.com", uid: "driver-uid" },
  spec: { attachRequired },
});
const released: PersistentVolume = { ...deleted, status: { phase: "Released" } };

export const cases: RuleCases = {
  fires: [
    {
      what: "its claim lives",
      objects: [deleted, data],
      on: ["pv-data"],
      severity: "error",
      says: /deleted, but pvc\/data \(shop\) was not/,
      remedies: ["set-retain", "save-manifest"],
    },
    {
      what: "its claim lives, and nobody has to attach it",
      objects: [onItsNode, data],
      on: ["pv-data"],
      severity: "error",
      says: /was not: when the claim is deleted/,
      remedies: ["set-retain", "save-manifest"],
    },
    {
      what: "its claim lives, and its driver has nobody attach it",
      objects: [deleted, data, driver(false)],
      on: ["pv-data"],
      severity: "error",
      says: /was not: when the claim is deleted/,
      remedies: ["set-retain", "save-manifest"],
    },
    {
      what: "its claim lives, and its driver says that it is attached",
      objects: [deleted, data, driver(true)],
      on: ["pv-data"],
      severity: "error",
      says: /was not: no node attaches vol-\w+ again, and when the claim is deleted/,
      remedies: ["set-retain", "save-manifest"],
    },
  ],
  silent: [
    { what: "the volume lives", objects: [volume({ phase: "Bound", claimRef: claimRefTo(data) }), data] },
    { what: "its claim is being deleted too", objects: [deleted, claim({ deletionTimestamp: true })] },
    { what: "its claim is gone", objects: [deleted] },
    { what: "Released already", objects: [released, data] },
    {
      what: "its claim is gone, and there is another of that name",
      objects: [deleted, claim({ uid: "another" })],
    },
  ],
  unread: [
    { what: "volumes", objects: [deleted, data], hidden: ["v1/persistentvolumes"] },
    { what: "claims", objects: [deleted, data], hidden: ["v1/persistentvolumeclaims"] },
  ],
};
