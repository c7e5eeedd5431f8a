/** S12, S15, F95: a disk that is full, or fails, at any call of a rescue. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import type { MemoryDisk } from "../../changes/executor/support/memory-disk.ts";
import { memoryDisk } from "../../changes/executor/support/memory-disk.ts";
import { deploymentUsing, pair, setOf } from "../../changes/rescue/situation.ts";
import { failingDisk } from "./failing-disk.ts";
import { movingCluster } from "./moving-cluster.ts";

const situations = {
  "a claim of a Deployment": ["pvc/data", [...pair({ claim: "deleted" }), ...deploymentUsing("data")]],
  "claim and volume that nothing uses": ["pvc/data", pair({ claim: "deleted", volume: "deleted" })],
  "a StatefulSet of two": [
    "pvc/data-web-1",
    [
      ...pair({ name: "data-web-0", claim: "deleted" }),
      ...pair({ name: "data-web-1", claim: "deleted", volume: "deleted" }),
      ...setOf(2, "Delete"),
    ],
  ],
} satisfies Readonly<Record<string, readonly [string, readonly KubeObject[]]>>;

/** @param strides of each situation, how many calls are passed over each time */
export function fullDiskTests(strides: { readonly [name in keyof typeof situations]?: number }): void {
  for (const [name, [target, objects]] of Object.entries(situations)) {
    const stride = strides[name as keyof typeof situations];
    if (stride === undefined) continue;
    for (const how of ["full", "once"] as const)
      test(`S12, S15, F95: ${told[how]}: ${name}`, (context) =>
        failsAtEach(context, ["rescue", String(target), "-n", "shop"], objects, how, stride));
  }
}

const told = {
  full: "the disk is full from each call on",
  once: "each call of the disk fails once",
};

async function failsAtEach(
  context: TestContext,
  argv: readonly string[],
  objects: readonly KubeObject[],
  how: "full" | "once",
  stride: number,
): Promise<void> {
  let kept: MemoryDisk = memoryDisk();
  const cluster = await movingCluster(context, () => kept);
  cluster.reset(objects);
  const well = failingDisk(kept, 0, "once");
  const whole = await cluster.run(argv, well);
  assert.equal(whole.code, 0, whole.err);
  const end = cluster.state();
  const writes = cluster.writes();
  assert.ok(writes.length >= 3);
  assert.deepEqual(cluster.unsaved, []);
  for (let at = 1; at <= well.calls.length; at += stride) {
    kept = memoryDisk();
    cluster.reset(objects);
    const failing = failingDisk(kept, at, how);
    const broken = await cluster.run(argv, failing);
    const what = `${well.calls[at - 1]} ${at} of ${well.calls.length}`;
    const before = cluster.writes();
    const again = await cluster.run(argv, kept);
    assert.equal(again.code, 0, `${what}: ${broken.err}\n${again.err}`);
    assert.equal(cluster.state(), end, what);
    assert.deepEqual(cluster.unsaved, [], what);
    assert.deepEqual([...cluster.writes()].sort(), [...writes].sort(), `${what}: each write goes out once`);
    if (broken.code === 0) continue;
    assert.equal(broken.code, 5, `${what}: ${broken.err}`);
    assert.match(broken.err, /Nothing (more )?was sent\./, what);
    assert.ok(before.length < writes.length || /could not remove/.test(broken.err), what);
  }
  context.diagnostic(`${well.calls.length} calls, ${writes.length} writes`);
}
