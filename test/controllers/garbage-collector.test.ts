/** kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, 1.36: its cases. */
import assert from "node:assert/strict";
import test from "node:test";
import { blocksOwner, finalizerNames, isCollected, ownerState } from "../../src/controllers/index.ts";
import { claim, ownedBy, statefulSet } from "../support/objects.ts";

const set = statefulSet();
const ref = ownedBy(set);
const { foregroundDeletion } = finalizerNames;

const states = [
  ["there", set, "solid"],
  ["gone", "absent", "dangling"],
  ["another of that name", statefulSet({ uid: "other" }), "dangling"],
  ["deleted in the background", statefulSet({ deletionTimestamp: true }), "solid"],
  [
    "deleted in the foreground",
    statefulSet({ deletionTimestamp: true, finalizers: [foregroundDeletion] }),
    "waiting",
  ],
] as const;

test("ownerState: classifyReferences", async (t) => {
  for (const [name, owner, state] of states) {
    await t.test(name, () => assert.equal(ownerState(ref, owner), state));
  }
});

const collections = [
  [[], false],
  [["solid"], false],
  [["dangling"], true],
  [["waiting"], true],
  [["solid", "dangling"], false],
  [["solid", "waiting"], false],
  [["dangling", "waiting"], true],
] as const;

test("isCollected: one owner that is there keeps the object", async (t) => {
  for (const [owners, collected] of collections) {
    await t.test(owners.join(" and ") || "no owner", () => assert.equal(isCollected(owners), collected));
  }
});

test("only blockOwnerDeletion makes an owner wait", () => {
  assert.equal(blocksOwner(claim({ ownerReferences: [ref] }), set), true);
  const lenient = claim({ ownerReferences: [ownedBy(set, { blockOwnerDeletion: false })] });
  assert.equal(blocksOwner(lenient, set), false);
  assert.equal(blocksOwner(claim({ ownerReferences: [ownedBy(set, { uid: "other" })] }), set), false);
});
