/** A rescue that is killed at any moment ends, when the same command is run again, as one that was not killed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { everywhere } from "../../../src/cluster/index.ts";
import { carryOn } from "../../../src/commands/rescue/carry-on.ts";
import { stateIn, stateText } from "../../../src/commands/rescue/store.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { kinds } from "../../../src/kubernetes/index.ts";
import { begun, deploymentUsing, ofClaim, pair, setOf } from "../../changes/rescue/situation.ts";
import type { Kept } from "./model-cluster.ts";
import { Killed, modelCluster } from "./model-cluster.ts";

const situations: Readonly<Record<string, readonly [string, readonly KubeObject[]]>> = {
  "a claim of a Deployment": ["data", [...pair({ claim: "deleted" }), ...deploymentUsing("data")]],
  "claim and volume of a Deployment": [
    "data",
    [...pair({ claim: "deleted", volume: "deleted" }), ...deploymentUsing("data")],
  ],
  "a volume that nothing uses": ["data", pair({ volume: "deleted" })],
  "a StatefulSet of two": [
    "data-web-1",
    [
      ...pair({ name: "data-web-0", claim: "deleted" }),
      ...pair({ name: "data-web-1", claim: "deleted", volume: "deleted" }),
      ...setOf(2, "Delete"),
    ],
  ],
};

for (const [name, [claim, objects]] of Object.entries(situations)) {
  test(`killed at each moment: ${name}`, async () => {
    const whole = await ended(claim, objects, 0);
    assert.equal(whole.end, "done");
    assert.ok(whole.writes.length >= 4);
    let moments = 0;
    for (let at = 1; ; at += 1) {
      const again = await ended(claim, objects, at);
      assert.equal(again.end, "done", `killed at moment ${at}`);
      assert.deepEqual(again.state, whole.state, `killed at moment ${at}`);
      if (!again.wasKilled) break;
      moments += 1;
    }
    assert.ok(moments >= 2 * whole.writes.length, `${moments} moments`);
  });
}

async function ended(claim: string, objects: readonly KubeObject[], killedAt: number) {
  const rescue = begun(ofClaim(claim), objects);
  assert.ok("pairs" in rescue);
  const kept: Kept = { rescue };
  const cluster = modelCluster(objects);
  let wasKilled = false;
  try {
    await carryOn(kept.rescue, cluster.work(kept, killedAt));
  } catch (problem) {
    if (!(problem instanceof Killed)) throw problem;
    wasKilled = true;
  }
  const read = stateIn(stateText({ version: 1, server: "s", digest: "d", rescue: kept.rescue }));
  assert.ok(read !== undefined);
  const { end } = await carryOn(read.rescue, cluster.work(kept, 0));
  const state = kinds.map(({ resource }) => {
    const listed = cluster.world.cluster.list(resource, everywhere);
    return listed.read ? JSON.stringify(listed.items) : "";
  });
  return { end, state, wasKilled, writes: cluster.writes };
}
