import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { diagnosisOf } from "../support/diagnose.ts";
import { claimRefTo, ebs, namespaceObject, node, pod, volume } from "../support/objects.ts";
import { data, disk } from "./protected-pair.ts";

const deletionTimestamp = "2026-11-20T12:00:20Z";
const stays = pod({ name: "web-1", claims: ["data"] });
const leaving = pod({ claims: ["data"], deletionTimestamp });
const going = namespaceObject({ deletionTimestamp: "2026-11-20T11:59:00Z", finalizers: [] });

function said(objects: readonly KubeObject[], hidden: readonly Resource[] = []) {
  const { verdict, fate, remedies } = diagnosisOf([data, disk, node(), ...objects], hidden);
  const steps = remedies.map(({ name, primary }) => (primary ? name : `(${name})`));
  return [verdict.category, verdict.reason, fate?.data, ...steps].join(" ");
}

test("a claim whose namespace goes is not well, and has the fate of what is deleted", () => {
  const doomed = "waiting NamespaceDeletesClaim destroyed set-retain";
  assert.equal(said([leaving, going]), doomed);
  assert.equal(said([going]), doomed);
});

test("nothing is said of a namespace that stays", () => {
  assert.equal(said([leaving, namespaceObject()]), "healthy Bound kept");
  assert.equal(said([stays, namespaceObject()]), "healthy Bound kept");
  assert.equal(said([namespaceObject()]), "healthy NoPodUsesClaim kept");
});

test("a pod that nobody has deleted yet does not keep a namespace that goes", () => {
  const doomed = "waiting NamespaceDeletesClaim destroyed set-retain";
  assert.equal(said([stays, going]), doomed);
  assert.equal(said([leaving, stays, going]), doomed);
  const { verdict, fate } = diagnosisOf([disk, data, node(), stays, going]);
  assert.deepEqual(
    [verdict.category, verdict.reason, fate?.data],
    ["waiting", "ClaimOfVolumeGoes", "destroyed"],
  );
});

test("that the namespace goes is told without its pods", () => {
  const told = "waiting NamespaceDeletesClaim destroyed set-retain";
  assert.equal(said([leaving, going], ["v1/pods"]), told);
  assert.equal(said([namespaceObject()], ["v1/pods"]), "healthy Bound kept");
});

test("what cannot be read is not taken for well, and proposes nothing", () => {
  const unknown = "unknown NamespaceOfClaimNotRead unknown";
  assert.equal(said([leaving, going], ["v1/namespaces"]), unknown);
  assert.equal(said([going], ["v1/namespaces"]), unknown);
  assert.equal(said([stays, going], ["v1/namespaces"]), unknown);
  assert.equal(said([leaving, going], ["v1/pods", "v1/namespaces"]), unknown);
});

test("what is kept anyway needs no step", () => {
  const kept = volume({ phase: "Bound", policy: "Retain", spec: ebs, claimRef: claimRefTo(data) });
  const { verdict, remedies } = diagnosisOf([data, kept, node(), leaving, going]);
  assert.deepEqual([verdict.reason, remedies], ["NamespaceDeletesClaim", []]);
});
