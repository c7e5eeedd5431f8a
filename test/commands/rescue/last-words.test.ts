/** What a rescue says at its end: only a policy that was changed can be set back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryDisk } from "../../changes/executor/support/memory-disk.ts";
import { pair } from "../../changes/rescue/situation.ts";
import { movingCluster } from "./moving-cluster.ts";

const argv = ["rescue", "pvc/data", "-n", "shop"];

for (const [policy, command] of [
  ["Delete", /patch pv pv-data -p '\{"spec":\{"persistentVolumeReclaimPolicy":"Delete"\}\}'/],
  ["Retain", undefined],
] as const) {
  test(`a volume whose policy was ${policy}: ${command ? "the command that sets it back" : "no such command"}`, async (context) => {
    const disk = memoryDisk();
    const cluster = await movingCluster(context, () => disk);
    cluster.reset(pair({ claim: "deleted", policy }));
    const { code, out, err } = await cluster.run(argv, disk);
    assert.equal(code, 0, err);
    assert.match(out, /stay set to Retain/);
    if (command === undefined) assert.doesNotMatch(out, /kubectl patch pv/);
    else assert.match(out, command);
  });
}

test("who waits in vain is told what to ask", async (context) => {
  const disk = memoryDisk();
  const cluster = await movingCluster(context, () => disk);
  const [claim, volume] = pair({ claim: "deleted" });
  const held = { ...claim, metadata: { ...claim.metadata, finalizers: ["backup.example.com/keep"] } };
  cluster.reset([held, volume]);
  const { code, err } = await cluster.run([...argv, "--timeout=0"], disk);
  assert.equal(code, 6, err);
  assert.match(err, /To see what holds it, run: kubectl pvguard why pvc\/data -n shop\./);
});
