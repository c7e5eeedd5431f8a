/** A fact is worked out once, but each caller that asks for it is told what could not be read for it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSandbox } from "../../src/analysis/timeline/sandbox.ts";
import type { Cluster, Fact, Unread } from "../../src/cluster/index.ts";
import { createCluster, everywhere } from "../../src/cluster/index.ts";
import { refOf } from "../../src/kubernetes/index.ts";
import { claim, pod } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

function counting(): { readonly fact: Fact<number>; asked: number } {
  const counter = {
    asked: 0,
    fact: {
      name: "pods-in",
      from: ["v1/pods"],
      workOut(namespace: string, cluster: Cluster) {
        counter.asked += 1;
        const pods = cluster.list("v1/pods", { of: "namespace", namespace });
        return pods.read ? pods.items.length : Number.NaN;
      },
    } satisfies Fact<number>,
  };
  return counter;
}

const objects = [pod({ name: "a", namespace: "shop" }), claim({ name: "a", namespace: "shop" })];

test("once for each key", () => {
  const counter = counting();
  const cluster = createCluster(snapshotOf(objects));
  const answers = ["shop", "bank", "shop", "bank"].map((key) => cluster.fact(counter.fact, key));
  assert.deepEqual([answers, counter.asked], [[1, 0, 1, 0], 2]);
});

test("who asks again hears again what was not read, also of a fact that rests on another", () => {
  const { fact } = counting();
  const outer: Fact<number> = {
    ...fact,
    name: "twice",
    workOut: (key, cluster) => 2 * cluster.fact(fact, key),
  };
  let heard: Unread[] = [];
  const cluster = createCluster(snapshotOf(objects, ["v1/pods"]), (unread) => heard.push(unread));
  for (const asked of [outer, outer, fact, outer]) {
    heard = [];
    cluster.fact(asked, "shop");
    assert.deepEqual(
      heard.map(({ resource }) => resource),
      ["v1/pods"],
    );
  }
});

test("one that fails is not taken for known, and keeps nothing open", () => {
  const failing: Fact<never> = { name: "failing", from: [], workOut: () => assert.fail("never") };
  const heard: Unread[] = [];
  const cluster = createCluster(snapshotOf([], ["v1/pods"]), (unread) => heard.push(unread));
  assert.throws(() => cluster.fact(failing, ""));
  assert.throws(() => cluster.fact(failing, ""));
  cluster.list("v1/pods", everywhere);
  assert.equal(heard.length, 1);
});

test("in a world it is worked out anew once an object of its kinds has changed, and only then", () => {
  const counter = counting();
  const [one, other] = objects;
  assert.ok(one !== undefined && other !== undefined);
  const base = createCluster(snapshotOf(objects));
  const world = createSandbox(base);
  assert.equal(base.fact(counter.fact, "shop"), 1);
  world.removeObject(refOf(other));
  assert.deepEqual([world.cluster.fact(counter.fact, "shop"), counter.asked], [1, 1]);
  world.removeObject(refOf(one));
  assert.deepEqual([world.cluster.fact(counter.fact, "shop"), counter.asked], [0, 2]);
  assert.deepEqual([world.cluster.fact(counter.fact, "shop"), counter.asked], [0, 2]);
  world.change(one);
  assert.deepEqual([world.cluster.fact(counter.fact, "shop"), counter.asked], [1, 3]);
  assert.equal(base.fact(counter.fact, "shop"), 1);
});
