import type { PersistentVolumeClaim } from "../../../src/kubernetes/index.ts";
import { claim, claimRefTo, ebs, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const bound = claim({
  phase: "Bound",
  volumeName: "pv-data",
  spec: { volumeAttributesClassName: "gold" },
});
const disk = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(bound) });

function asks(status: string, ...messages: readonly string[]): PersistentVolumeClaim {
  const conditions = messages.map((message) => ({ type: "ModifyVolumeError", status: "True", message }));
  const modifyVolumeStatus = { status, targetVolumeAttributesClassName: "gold" };
  return { ...bound, status: { ...bound.status, modifyVolumeStatus, conditions } };
}

const refused = asks("Infeasible", "no such type");
const takenBack: PersistentVolumeClaim = { ...refused, spec: { volumeName: "pv-data" } };
const deletionTimestamp = "2026-11-20T11:00:00Z";
const deleted: PersistentVolumeClaim = { ...refused, metadata: { ...refused.metadata, deletionTimestamp } };

export const cases: RuleCases = {
  fires: [
    {
      what: "the driver refuses it",
      objects: [refused, disk],
      on: ["data"],
      severity: "warning",
      says: /refuses the VolumeAttributesClass gold; the volume is unchanged, and pods can use it: no such type/,
      remedies: [],
    },
    {
      what: "it is missing, of which no condition tells",
      objects: [asks("Pending"), disk],
      on: ["data"],
      severity: "warning",
      says: /VolumeAttributesClass gold cannot be applied: it does not exist/,
    },
    {
      what: "the driver fails",
      objects: [asks("InProgress", "quota"), disk],
      on: ["data"],
      severity: "warning",
      says: /applying the VolumeAttributesClass gold fails; .*: quota/,
    },
  ],
  silent: [
    { what: "it is being applied", objects: [asks("InProgress"), disk] },
    { what: "it is done", objects: [asks(""), disk] },
    { what: "nobody asked for one", objects: [bound, disk] },
    { what: "the refused one is asked for no more", objects: [takenBack, disk] },
    { what: "the claim is being deleted", objects: [deleted, disk] },
  ],
  unread: [{ what: "claims", objects: [refused, disk], hidden: ["v1/persistentvolumeclaims"] }],
};
