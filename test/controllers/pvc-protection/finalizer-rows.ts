/**
 * kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller_test.go
 * TestPVCProtectionController, 1.36, row by row: what becomes of the finalizer.
 */
import { pod } from "../../support/objects.ts";
import type { Row } from "./rows.ts";
import { bare, dying, live, unrelated, user } from "./rows.ts";

export const finalizerRows: readonly Row[] = [
  {
    name: "1 PVC without finalizer -> finalizer is added",
    claims: [bare(), bare({ namespace: "other" })],
    action: ["add", "add"],
  },
  { name: "2 PVC with finalizer -> no action", claims: [live()], action: ["none"] },
  { name: "3 saving PVC finalizer fails -> controller retries", claims: [bare()], action: ["add"] },
  {
    name: "4 deleted PVC with finalizers across different namespaces -> finalizer is removed",
    claims: [dying(), dying({ namespace: "other" })],
    action: ["remove", "remove"],
  },
  {
    name: "5 multiple PVCs with finalizer in the same namespace; no alive pods -> finalizer is removed",
    claims: [dying(), dying({ name: "more" })],
    action: ["remove", "remove"],
  },
  { name: "6 finalizer removal fails -> controller retries", claims: [dying()], action: ["remove"] },
  {
    name: "7 deleted PVCs with finalizer; pod list fails for one PVC -> both removed in the end",
    claims: [dying(), dying({ name: "more" })],
    action: ["remove", "remove"],
  },
  {
    name: "8 deleted PVC with finalizer + pod with the PVC exists -> finalizer is not removed",
    claims: [dying()],
    pods: [user],
    action: ["keep"],
  },
  {
    name: "9 deleted PVC with finalizer + pod with unrelated PVC and EmptyDir -> finalizer is removed",
    claims: [dying()],
    pods: [pod({ claims: ["other"], spec: { volumes: [{ name: "empty" }] } })],
    action: ["remove"],
  },
  {
    name: "10 deleted multiple PVCs with finalizer + pod with unrelated PVC -> finalizers are removed",
    claims: [dying({ name: "a" }), dying({ name: "b" }), dying({ name: "c" })],
    pods: [unrelated],
    action: ["remove", "remove", "remove"],
  },
  {
    name: "11 deleted PVC with finalizer + pod with the PVC finished but is not deleted -> not removed",
    claims: [dying()],
    pods: [pod({ claims: ["data"], phase: "Failed" })],
    action: ["keep"],
  },
  {
    name: "12 deleted PVC with finalizer + pod exists but is not in the informer's cache yet -> not removed",
    claims: [dying()],
    pods: [user],
    action: ["keep"],
  },
  {
    name: "13 mix of used and unused deleted PVCs -> only the unused one is released",
    claims: [dying({ name: "a" }), dying({ name: "b" }), dying({ name: "c" })],
    pods: [pod({ name: "pa", claims: ["a"] }), pod({ name: "pc", claims: ["c"] })],
    action: ["keep", "remove", "keep"],
  },
  {
    name: "30 updated running Pod -> no action",
    claims: [dying()],
    pods: [user],
    action: ["keep"],
  },
  {
    name: "31 updated finished Pod -> finalizer is not removed",
    claims: [dying()],
    pods: [pod({ claims: ["data"], phase: "Succeeded" })],
    action: ["keep"],
  },
  {
    name: "32 updated unscheduled Pod -> finalizer is removed",
    claims: [dying()],
    pods: [pod({ claims: ["data"], nodeName: "", phase: "Pending" })],
    action: ["remove"],
  },
  { name: "33 deleted running Pod -> finalizer is removed", claims: [dying()], action: ["remove"] },
  {
    name: "34 Pod deleted and created with same name; old pod used the deleted PVC -> finalizer is removed",
    claims: [dying()],
    pods: [pod({ name: "user", uid: "new-uid", claims: [] })],
    action: ["remove"],
  },
  {
    name: "35 Pod deleted and created with same name; PVC not deleted -> no action",
    claims: [live()],
    pods: [pod({ name: "user", uid: "new-uid", claims: [] })],
    action: ["none"],
  },
  {
    name: "36 Pod deleted and created with same name; both pods use the deleted PVC -> no action",
    claims: [dying()],
    pods: [pod({ name: "user", uid: "new-uid", claims: ["data"] })],
    action: ["keep"],
  },
  {
    name: "37 Pod updated from unscheduled to scheduled -> deleted PVC's finalizer is not removed",
    claims: [dying()],
    pods: [pod({ name: "user", claims: ["data"], phase: "Pending" })],
    action: ["keep"],
  },
];
