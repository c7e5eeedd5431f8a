import assert from "node:assert/strict";
import { test } from "node:test";
import { outOfBounds } from "../../../../src/changes/executor/prepare.ts";
import type { Resource } from "../../../../src/kubernetes/index.ts";
import type { Edit, Write } from "../../../../src/report/index.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";
import { create, name, patch, remove, replace, target } from "./writes.ts";

const every: readonly Resource[] = [
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "storage.k8s.io/v1/volumeattachments",
  "storage.k8s.io/v1/volumeattributesclasses",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
  "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
];

const never: readonly Resource[] = [
  "v1/nodes",
  "v1/namespaces",
  "storage.k8s.io/v1/storageclasses",
  "apps/v1/statefulsets",
  "v1/events",
];

function ofKind(resource: Resource): readonly Write[] {
  const at = { ...target, resource };
  return [
    { ...replace, target: at },
    { ...patch, target: at },
    { ...remove, target: at },
    { ...create, resource },
  ];
}

test("S19: storage is written to", () => {
  for (const write of every.flatMap(ofKind)) assert.equal(outOfBounds(write), undefined);
});

test("S19: pods are deleted, and otherwise left alone", () => {
  const allowed = ofKind("v1/pods").map((write) => outOfBounds(write) === undefined);
  assert.deepEqual(allowed, [false, false, true, false]);
});

function editing(resource: Resource, ...edits: readonly [Edit, ...Edit[]]): boolean {
  return outOfBounds({ ...patch, target: { ...target, resource }, edits }) === undefined;
}

const replicas: Edit = { op: "replace", path: "/spec/replicas", value: 0, was: 1 };
const retention: Edit = { ...replicas, path: "/spec/persistentVolumeClaimRetentionPolicy/whenScaled" };
const image: Edit = { ...replicas, path: "/spec/template" };
const note: Edit = { op: "remove", path: "/metadata/annotations/x", was: "y" };

test("S19: of workloads only their size and what becomes of claims is edited", () => {
  for (const each of ["apps/v1/statefulsets", "apps/v1/deployments", "apps/v1/replicasets"] as const) {
    assert.ok(editing(each, replicas, retention));
    assert.ok(!editing(each, replicas, image));
    assert.ok(!editing(each, { op: "remove", path: "/spec/replicas", was: 1 }));
    assert.ok(!editing(each, note));
  }
  assert.ok(!editing("apps/v1/daemonsets", replicas));
});

test("S19: of pods only annotations are edited", () => {
  assert.ok(editing("v1/pods", note));
  assert.ok(!editing("v1/pods", note, image));
  assert.ok(!editing("v1/nodes", note));
});

test("S19: nothing else is written to", () => {
  for (const write of never.flatMap(ofKind))
    assert.equal(plain(outOfBounds(write) ?? []), `pvguard does not change objects of the kind of ${name}.`);
});

test("S19: of admission policies only pvguard's own are made, deleted, or given another spec", () => {
  const spec: Edit = { op: "replace", path: "/spec", value: {}, was: { a: 1 } };
  for (const plural of ["validatingadmissionpolicies", "validatingadmissionpolicybindings"] as const) {
    const resource = `admissionregistration.k8s.io/v1/${plural}` as const;
    const named = (to: string) => ({ ...target, resource, ref: { ...target.ref, name: to } });
    const writes = (to: string): readonly Write[] => [
      { ...create, resource, ref: { ...create.ref, name: to } },
      { ...remove, target: named(to) },
      { ...patch, target: named(to), edits: [spec] },
    ];
    assert.ok(writes("pvguard-namespace").every((write) => outOfBounds(write) === undefined));
    assert.ok(writes("require-labels").every((write) => outOfBounds(write) !== undefined));
    const labels: Edit = { op: "remove", path: "/metadata/labels/x", was: "y" };
    assert.ok(outOfBounds({ ...patch, target: named("pvguard-namespace"), edits: [labels] }) !== undefined);
  }
});
