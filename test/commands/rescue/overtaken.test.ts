/** The controllers act between the decision about a step and its request: then the step is decided again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Executor } from "../../../src/changes/executor/index.ts";
import { carryOn } from "../../../src/commands/rescue/carry-on.ts";
import { begun, deploymentUsing, ofClaim, pair, setOf } from "../../changes/rescue/situation.ts";
import { modelCluster, passTime } from "./model-cluster.ts";

test("each step is overtaken once, and the rescue still ends well", async () => {
  const situations = [
    [...pair({ claim: "deleted" }), ...deploymentUsing("data")],
    [...pair({ claim: "deleted", volume: "deleted" }), ...deploymentUsing("data")],
  ];
  for (const objects of situations) assert.equal(await endOf("data", objects), "done");
});

test("what overtook the step is what is said: the set has made an empty claim", async () => {
  const set = [...pair({ name: "data-web-1", claim: "deleted" }), ...setOf(2, "Delete")];
  assert.equal(await endOf("data-web-1", set), "ClaimNameTaken");
});

async function endOf(claim: string, objects: Parameters<typeof modelCluster>[0]) {
  const rescue = begun(ofClaim(claim), objects);
  assert.ok("pairs" in rescue);
  const cluster = modelCluster(objects);
  const work = cluster.work({ rescue }, 0);
  const overtaken = new Set<string>();
  const run: Executor["run"] = (approved, checks) => {
    const what = JSON.stringify(approved.plan.items[0]?.steps);
    // What is not yet set to Retain cannot be overtaken and be saved.
    if (cluster.writes.length > 0 && !overtaken.has(what)) passTime(cluster.world);
    overtaken.add(what);
    return work.executor.run(approved, checks);
  };
  const ended = await carryOn(rescue, { ...work, executor: { ...work.executor, run } });
  return ended.end === "refused" ? ended.refusal.reason : ended.end;
}
