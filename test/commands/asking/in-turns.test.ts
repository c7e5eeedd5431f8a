/** What takes long lets others have their turn: else an interruption would be heard of only at the end. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inputSource } from "../../../src/commands/index.ts";
import { claim } from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import { runCommand } from "../support/run-command.ts";

const claims = (count: number) => Array.from({ length: count }, (_, number) => claim({ name: `c${number}` }));

async function rests(line: string, count: number): Promise<number> {
  let rested = 0;
  const rest = async () => {
    rested += 1;
  };
  const { err } = await runCommand(line.split(" "), inputSource(snapshotOf(claims(count))), { rest });
  assert.equal(err, "");
  return rested;
}

for (const line of [
  "why pvc -A",
  "why pvc -A -o json",
  "blockers pvc -A",
  "blockers pvc -A -o name",
  "audit --rules=PVG401",
]) {
  test(`${line} rests after every 16 of the objects that it looks at`, async () => {
    assert.deepEqual([await rests(line, 15), await rests(line, 40)], [0, 2]);
  });
}

test("what goes wrong in a rest ends the command", async () => {
  const stopped = async () => {
    throw new Error("stopped");
  };
  const ran = await runCommand(["why", "pvc", "-A"], inputSource(snapshotOf(claims(40))), { rest: stopped });
  assert.equal(ran.out, "");
  assert.match(ran.err, /stopped/);
});
