/** What is asked of a world after changes, and how much is looked at for it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sandbox } from "../../src/analysis/timeline/sandbox.ts";
import { createSandbox } from "../../src/analysis/timeline/sandbox.ts";
import type { Index } from "../../src/cluster/index.ts";
import { createCluster, everywhere } from "../../src/cluster/index.ts";
import type { Pod } from "../../src/kubernetes/index.ts";
import { refOf } from "../../src/kubernetes/index.ts";
import { pod } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

function countedByNode(): { readonly index: Index<"v1/pods">; looked: number } {
  const counter = {
    looked: 0,
    index: {
      name: "pods-by-node",
      on: "v1/pods",
      keys: ({ spec }: Pod) => {
        counter.looked += 1;
        return spec?.nodeName === undefined ? [] : [spec.nodeName];
      },
    } satisfies Index<"v1/pods">,
  };
  return counter;
}

const podsOn = (count: number) =>
  Array.from({ length: count }, (_, at) => pod({ name: `pod-${at}`, nodeName: `node-${at}` }));

function namesOn(node: string, world: Sandbox, index: Index<"v1/pods">): readonly string[] {
  const found = world.cluster.lookup(index, node, everywhere);
  const walked = world.cluster.walkWith(index, node, everywhere);
  assert.ok(found.read && walked.read);
  const names = found.items.map(({ metadata }) => metadata.name);
  assert.deepEqual(
    [...walked.objects].map(({ metadata }) => metadata.name),
    names,
  );
  return names;
}

test("an object that is changed is found by what it has now, after those that were not", () => {
  const { index } = countedByNode();
  const objects = [...podsOn(3), pod({ name: "other", nodeName: "node-1" })];
  const world = createSandbox(createCluster(snapshotOf(objects)));
  const on = (...nodes: readonly string[]) => nodes.map((node) => namesOn(node, world, index));
  assert.deepEqual(on("node-0", "node-1"), [["pod-0"], ["pod-1", "other"]]);
  world.change(pod({ name: "pod-1", nodeName: "node-1" }));
  assert.deepEqual(on("node-0", "node-1"), [["pod-0"], ["other", "pod-1"]]);
  world.change(pod({ name: "pod-1", nodeName: "node-0" }));
  assert.deepEqual(on("node-0", "node-1"), [["pod-0", "pod-1"], ["other"]]);
  world.removeObject(refOf(pod({ name: "pod-1" })));
  world.removeObject(refOf(pod({ name: "other" })));
  assert.deepEqual(on("node-0", "node-1"), [["pod-0"], []]);
  world.change(pod({ name: "pod-1", nodeName: "node-1" }));
  assert.deepEqual(on("node-0", "node-1"), [["pod-0"], ["pod-1"]]);
});

test("each of many changed objects is found without a look at the others", () => {
  const many = 200;
  const counter = countedByNode();
  const world = createSandbox(createCluster(snapshotOf(podsOn(many))));
  for (const each of podsOn(many)) world.change(each);
  for (let at = 0; at < many; at++)
    assert.deepEqual(namesOn(`node-${at}`, world, counter.index), [`pod-${at}`]);
  assert.ok(counter.looked <= 8 * many, `${counter.looked} looks at ${many} pods`);
});
