/** Killed right after Retain, before the rescue remembers it, while both objects go: what the next run knows, and says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryDisk } from "../../changes/executor/support/memory-disk.ts";
import { pair } from "../../changes/rescue/situation.ts";
import { Killed } from "./model-cluster.ts";
import { movingCluster } from "./moving-cluster.ts";

const isBack = /pvc\/data \(shop\) is Bound to pv\/pv-data/;
const argv = ["rescue", "pvc/data", "-n", "shop"];

for (const [what, journalled] of [
  ["before its outcome was noted", false],
  ["after its outcome was noted", true],
] as const) {
  test(`kill -9 ${what}, and then the volume goes: ${journalled ? "the journal proves that the disk is safe" : "a person has to look"}`, async (context) => {
    const disk = memoryDisk();
    const cluster = await movingCluster(context, () => disk);
    cluster.reset(pair({ claim: "deleted", volume: "deleted" }));
    let isOver = false;
    disk.watch((call, path) => {
      const isResult = call === "append" && path.endsWith("journal.jsonl") && cluster.writes().length === 1;
      const isState = call === "create" && path.includes("/rescues/") && cluster.writes().length === 1;
      if (journalled ? isState : isResult) isOver = true;
      // From now on nothing is kept, and so nothing is sent either: as if the process were gone.
      if (isOver) throw new Killed();
    });
    assert.notEqual((await cluster.run(argv, disk)).code, 0);
    disk.watch(() => {});
    assert.deepEqual(cluster.writes(), ["PATCH /api/v1/persistentvolumes/pv-data"]);
    cluster.pass();
    assert.deepEqual(
      cluster.objects().filter(({ kind }) => kind !== "Namespace"),
      [],
    );
    const again = await cluster.run(argv, disk);
    assert.match(again.err, /Continuing the rescue that was started before/);
    if (journalled) {
      assert.equal(again.code, 0, again.err);
      assert.doesNotMatch(again.err, /RetainNotProven|that is no proof/);
      assert.match(again.out, isBack);
      return;
    }
    assert.equal(again.code, 5, again.err);
    assert.match(
      again.err,
      /An earlier run at \S+ tried to set pv\/pv-data to Retain, but did not see the result\. That does not prove that the volume has Retain\./,
    );
    assert.match(again.err, /Refused: pv\/pv-data \(RetainNotProven\)/);
    assert.match(
      again.err,
      /Nothing proves that pv\/pv-data had the policy Retain when it was deleted, so its disk may have been deleted/,
    );
    assert.match(again.err, /Look for the disk vol-data of ebs\.csi\.aws\.com in the storage backend/);
    assert.equal(cluster.writes().length, 1, "nothing was sent");
    const accepted = await cluster.run([...argv, "--accept", "RetainNotProven"], disk);
    assert.equal(accepted.code, 0, accepted.err);
    assert.match(accepted.out, isBack);
  });
}
