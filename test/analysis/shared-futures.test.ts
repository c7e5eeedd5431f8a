/** A future is run once for all who ask about it, unless something was not read for it: each of them is told of that. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAnalysis } from "../../src/analysis/index.ts";
import type { Unread } from "../../src/cluster/index.ts";
import { createCluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { Resource } from "../../src/kubernetes/index.ts";
import { refOf } from "../../src/kubernetes/index.ts";
import { claim, claimRefTo, deleted, ebs, pod, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const owner = claim({
  name: "data",
  phase: "Bound",
  volumeName: "pv",
  deletionTimestamp: deleted,
  finalizers: ["kubernetes.io/pvc-protection"],
});
const disk = volume({ name: "pv", phase: "Bound", policy: "Delete", spec: ebs, claimRef: claimRefTo(owner) });
const user = pod({ name: "user", claims: ["data"] });

function accountOf(hidden: readonly Resource[], onUnread: (unread: Unread) => void = () => {}) {
  return createAnalysis(createCluster(snapshotOf([owner, disk, user], hidden), onUnread), knowledge);
}

test("around a claim and around its volume the same moves are found", () => {
  const { future } = accountOf([]);
  const moves = future(owner).moves;
  assert.ok(moves.some(({ action }) => action.do === "destroy-backend"));
  assert.equal(future(disk).moves, moves);
  assert.equal(future(owner, { deleted: refOf(owner) }).moves, moves);
});

test("another event is another future", () => {
  const { future } = accountOf([]);
  assert.notEqual(future(disk, { deleted: refOf(disk) }).moves, future(disk).moves);
  assert.notEqual(future(owner, { done: [] }).moves, future(owner).moves);
  assert.equal(future(owner, { deleted: refOf(user) }), future(owner, { deleted: refOf(user) }));
});

test("each that asks for a future hears of what was not read for it", () => {
  const heard: Unread[] = [];
  const { future } = accountOf(["v1/pods"], (unread) => heard.push(unread));
  for (const object of [owner, disk, owner]) {
    heard.length = 0;
    assert.ok(future(object).unread.length > 0);
    assert.ok(heard.some(({ resource }) => resource === "v1/pods"));
  }
});
