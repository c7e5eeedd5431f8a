import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject, Resource } from "../../src/model/index.ts";
import { diagnosisOf } from "../support/diagnose.ts";
import { claim, claimRefTo, ebs, namespaceObject, node, pod, volume } from "../support/objects.ts";

const data = claim({ phase: "Bound", volumeName: "pv-data" });
const disk = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });
const deletionTimestamp = "2026-11-20T12:00:20Z";
const leaving = pod({ claims: ["data"], deletionTimestamp });
const going = namespaceObject({ deletionTimestamp: "2026-11-20T11:59:00Z", finalizers: [] });

function said(objects: readonly KubeObject[], hidden: readonly Resource[] = []) {
  const { verdict, remedies } = diagnosisOf([data, disk, node(), ...objects], hidden);
  return [verdict.category, verdict.reason, ...remedies.map(({ name }) => name)].join(" ");
}

test("a claim whose pods go with their namespace goes after them", () => {
  assert.equal(said([leaving, going]), "healthy NamespaceDeletesClaim set-retain");
});

test("nothing is said of a namespace that stays, of pods that stay, and of no pods", () => {
  const stays = pod({ name: "web-1", claims: ["data"] });
  assert.equal(said([leaving, namespaceObject()]), "healthy Bound");
  assert.equal(said([leaving, stays, going]), "healthy Bound");
  assert.equal(said([stays, going]), "healthy Bound");
  assert.equal(said([going]), "healthy NoPodUsesClaim");
});

test("what cannot be read is not taken for well, and proposes nothing", () => {
  assert.equal(said([leaving, going], ["v1/namespaces"]), "healthy NamespaceOfClaimNotRead");
});

test("what is kept anyway needs no step", () => {
  const kept = volume({ phase: "Bound", policy: "Retain", spec: ebs, claimRef: claimRefTo(data) });
  const { verdict, remedies } = diagnosisOf([data, kept, node(), leaving, going]);
  assert.deepEqual([verdict.reason, remedies], ["NamespaceDeletesClaim", []]);
});
