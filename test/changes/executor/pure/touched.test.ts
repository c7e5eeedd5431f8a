import assert from "node:assert/strict";
import { test } from "node:test";
import { savedFor, targetOf } from "../../../../src/changes/executor/prepare.ts";
import type { Act, PlannedWrite } from "../../../../src/report/index.ts";
import { item } from "../support/plans.ts";
import { create, patch, remove, replace, target } from "./writes.ts";

const resource = "v1/persistentvolumes";
const { ref } = target;
const edits = [{ op: "add", path: "/spec/y", value: 1 }] as const;
const acts: readonly Act[] = [
  { do: "create", on: ref, manifest: "{}" },
  { do: "delete", on: ref },
  { do: "drop-finalizer", on: ref, finalizer: "a/b" },
  { do: "edit", on: ref, edits },
];

for (const step of [create, patch, remove, replace])
  test(`a ${step.do} that is planned changes its object`, () => {
    const found = targetOf({ when: "now", step });
    assert.deepEqual([found?.resource, found?.ref], [resource, ref]);
  });

for (const act of acts)
  test(`a later ${act.do} changes its object`, () => {
    assert.deepEqual(targetOf({ when: "later", act }), { resource, ref });
    const strange = { ...act, on: { ...ref, kind: "Strange" } };
    assert.equal(targetOf({ when: "later", act: strange }), undefined);
  });

test("what is saved is what is changed and what belongs to it, each once, by kind, namespace and name", () => {
  const later: PlannedWrite = { when: "later", act: { do: "delete", on: ref } };
  const claim = { apiVersion: "v1", kind: "PersistentVolumeClaim", name: "disk", namespace: "a" };
  const related = [
    { ...ref, uid: "u2" },
    claim,
    { ...claim, namespace: "b" },
    claim,
    { ...claim, kind: "X" },
  ];
  const saved = savedFor(item([{ when: "now", step: replace }, later], { related }));
  assert.deepEqual(
    saved.map((one) => [one.resource, one.ref.namespace, one.ref.name]),
    [
      [resource, undefined, "disk"],
      ["v1/persistentvolumeclaims", "a", "disk"],
      ["v1/persistentvolumeclaims", "b", "disk"],
    ],
  );
});
