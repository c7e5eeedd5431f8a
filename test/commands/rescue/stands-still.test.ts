/** A rescue that does not come to its end leaves workloads scaled down: whoever does not go on must know. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { KubeObject } from "../../../src/model/index.ts";
import { deploymentUsing, pair } from "../../engine/rescue/situation.ts";
import { memoryDisk } from "../../executor/support/memory-disk.ts";
import { pod } from "../../support/objects.ts";
import { movingCluster } from "./moving-cluster.ts";

async function rescued(context: TestContext, objects: readonly KubeObject[]) {
  const disk = memoryDisk();
  const cluster = await movingCluster(context, () => disk);
  cluster.reset([...pair({ claim: "deleted" }), ...objects]);
  return await cluster.run(["rescue", "pvc/data", "-n", "shop"], disk);
}

test("a person has to act first: what was scaled down meanwhile is said, with what it had", async (context) => {
  const { code, err } = await rescued(context, [
    ...deploymentUsing("data"),
    pod({ name: "by-hand", claims: ["data"] }),
  ]);
  assert.equal(code, 5, err);
  assert.match(err, /deployment\/web in namespace shop may be scaled down\. It had 1 replica\./);
});

test("a rescue that came to its end, or that stopped nobody, says nothing of it", async (context) => {
  const done = await rescued(context, deploymentUsing("data"));
  assert.equal(done.code, 0, done.err);
  const byHand = await rescued(context, [pod({ name: "by-hand", claims: ["data"] })]);
  assert.equal(byHand.code, 5, byHand.err);
  assert.doesNotMatch(`${done.err}${byHand.err}`, /scaled down\. It had/);
});
