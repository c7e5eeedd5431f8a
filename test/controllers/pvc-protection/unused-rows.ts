/**
 * kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller_test.go
 * TestPVCProtectionController, 1.36, row by row: those about the condition Unused, for the finalizer.
 */
import { pod } from "../../support/objects.ts";
import type { Row } from "./rows.ts";
import { bare, dying, live, user } from "./rows.ts";

/** With the gate PersistentVolumeClaimUnusedSinceTime; row 19 has it off. The condition itself is not modelled. */
export const unusedRows: readonly Row[] = [
  {
    name: "14 feature enabled: unused PVC with no pods -> Unused=True",
    claims: [live()],
    action: ["none"],
  },
  {
    name: "15 feature enabled: already Unused=True -> no action",
    claims: [live()],
    action: ["none"],
  },
  {
    name: "16 feature enabled: running pod references PVC with Unused=True -> Unused=False",
    claims: [live()],
    pods: [user],
    action: ["none"],
  },
  {
    name: "17 feature enabled: PVC in use by running pod without condition -> Unused=False",
    claims: [live()],
    pods: [user],
    action: ["none"],
  },
  {
    name: "18 feature enabled: deleting PVC -> no condition update, finalizer is removed",
    claims: [dying()],
    action: ["remove"],
  },
  { name: "19 feature disabled: unused PVC -> no action", claims: [live()], action: ["none"] },
  {
    name: "20 feature enabled: unscheduled pending pod references PVC -> Unused=False",
    claims: [live()],
    pods: [pod({ claims: ["data"], nodeName: "", phase: "Pending" })],
    action: ["none"],
  },
  {
    name: "21 feature enabled: terminated (Succeeded) pod -> Unused=True",
    claims: [live()],
    pods: [pod({ claims: ["data"], phase: "Succeeded" })],
    action: ["none"],
  },
  {
    name: "22 feature enabled: terminated (Failed) pod -> Unused=True",
    claims: [live()],
    pods: [pod({ claims: ["data"], phase: "Failed" })],
    action: ["none"],
  },
  {
    name: "23 feature enabled: status update fails -> Unused=True in the end",
    claims: [live()],
    action: ["none"],
  },
  {
    name: "24 feature enabled: pod not in informer cache but in API -> Unused=False",
    claims: [live()],
    pods: [user],
    action: ["none"],
  },
  {
    name: "25 feature enabled: one of two pods deleted -> Unused=False",
    claims: [live()],
    pods: [pod({ name: "remaining", claims: ["data"] })],
    action: ["none"],
  },
  {
    name: "26 feature enabled: deleting PVC that already has Unused=True -> condition kept, finalizer removed",
    claims: [dying()],
    action: ["remove"],
  },
  {
    name: "27 feature enabled: pod deleted, PVC becomes unused -> Unused=True",
    claims: [live()],
    action: ["none"],
  },
  {
    name: "28 feature enabled: used PVC without finalizer -> Unused=False and finalizer is added",
    claims: [bare()],
    pods: [user],
    action: ["add"],
  },
  {
    name: "29 feature enabled: deleted PVC with finalizer and pod using it -> finalizer is not removed",
    claims: [dying()],
    pods: [user],
    action: ["keep"],
  },
];
