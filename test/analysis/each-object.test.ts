/** Only objects whose report could change are told again, and the caller can do something else between two of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Miss } from "../../src/analysis/index.ts";
import { allOf, inOneStep, tellingEach } from "../../src/analysis/index.ts";
import type { Unread } from "../../src/cluster/index.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { claim } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const all = ["whole", "wanting", "well", "overlooking"].map((name) => claim({ name }));
const pods: Unread = { resource: "v1/pods", scope: { of: "cluster" }, reason: "NotCollected" };
const nodes: Unread = { ...pods, resource: "v1/nodes" };

function told() {
  const heard: string[] = [];
  const teller = (_: unknown, miss: Miss) => (object: KubeObject) => {
    const { name } = object.metadata;
    heard.push(name);
    if (name === "wanting" && heard.length < 6)
      for (const unread of [pods, nodes, pods]) miss(unread, "wanted");
    if (name === "overlooking") miss(nodes, "overlooked");
    return inOneStep(`${name} ${heard.length}`);
  };
  return { heard, from: tellingEach(all, teller) };
}

test("what missed nothing stands; of the others it is said anew, in their places", () => {
  const { heard, from } = told();
  const snapshot = snapshotOf([]);
  assert.deepEqual(allOf(from(snapshot)), {
    each: ["whole 1", "wanting 2", "well 3", "overlooking 4"],
    unread: [pods, nodes],
    owners: [],
  });
  assert.deepEqual(allOf(from(snapshot)).each, ["whole 1", "wanting 5", "well 3", "overlooking 6"]);
  assert.deepEqual(allOf(from(snapshot)), {
    each: ["whole 1", "wanting 7", "well 3", "overlooking 8"],
    unread: [],
    owners: [],
  });
  assert.deepEqual(allOf(from(snapshot)).each, ["whole 1", "wanting 7", "well 3", "overlooking 9"]);
  assert.equal(heard.length, 9);
});

test("there is a step for each object of which something is said", () => {
  const { heard, from } = told();
  const steps = from(snapshotOf([]));
  for (const count of [1, 2, 3, 4]) {
    assert.equal(steps.next().done, false);
    assert.equal(heard.length, count);
  }
  assert.equal(steps.next().done, true);
});
