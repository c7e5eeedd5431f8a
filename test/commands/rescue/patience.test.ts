/** How long rescue and undo wait for one thing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { FlagValues } from "../../../src/commands/flags/index.ts";
import { patienceIn } from "../../../src/commands/rescue/run.ts";
import { memoryDisk } from "../../changes/executor/support/memory-disk.ts";
import { pair } from "../../changes/rescue/situation.ts";
import { pod } from "../../support/objects.ts";
import { movingCluster } from "./moving-cluster.ts";

const patienceOf = (...given: readonly string[]) =>
  patienceIn(new FlagValues(new Map(given.length === 0 ? [] : [["timeout", given]])));

for (const [given, seconds] of [
  [[], 600],
  [["20s"], 20],
  [["1h30m"], 5400],
  [["600"], 600],
  [["0"], 0],
] as const) {
  test(`--timeout ${given[0] ?? "not given"} is ${seconds} seconds`, () => {
    assert.equal(patienceOf(...given), seconds * 1000);
  });
}

for (const given of ["", "soon", "-1", "1.5", "10 m"]) {
  test(`--timeout "${given}" is refused`, () => {
    assert.throws(() => patienceOf(given), { kind: "usage" });
  });
}

test("a claim that only another finalizer holds is waited for a minute, and its owner is named", async (context) => {
  const disk = memoryDisk();
  const cluster = await movingCluster(context, () => disk);
  const [claim, volume] = pair({ claim: "deleted" });
  const held = { ...claim, metadata: { ...claim.metadata, finalizers: ["example.com/backup"] } };
  cluster.reset([held, volume]);
  const { code, err } = await cluster.run(["rescue", "pvc/data", "-n", "shop"], disk);
  assert.equal(code, 6, err);
  assert.match(
    err,
    /timed out: Wait until pvc\/data \(shop\) is deleted\. Only the owner of example\.com\/backup can end this\./,
  );
  assert.ok(cluster.elapsed() <= 70_000, `${cluster.elapsed()} ms`);
});

test("so is a pod that has stopped, and that only another finalizer keeps", async (context) => {
  const disk = memoryDisk();
  const cluster = await movingCluster(context, () => disk);
  const user = pod({
    claims: ["data"],
    nodeName: "node-a",
    phase: "Failed",
    deletionTimestamp: true,
    finalizers: ["example.com/backup"],
  });
  cluster.reset([...pair({ claim: "deleted" }), user]);
  const { code, err } = await cluster.run(["rescue", "pvc/data", "-n", "shop"], disk);
  assert.equal(code, 6, err);
  assert.match(
    err,
    /timed out: Wait until pod\/\S+ \(shop\) is deleted\. Only the owner of example\.com\/backup/,
  );
  assert.ok(cluster.elapsed() <= 70_000, `${cluster.elapsed()} ms`);
});
