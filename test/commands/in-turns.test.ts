/** What takes long lets others have their turn: else an interruption would be heard of only at the end. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inputSource } from "../../src/commands/index.ts";
import type { KubeObject } from "../../src/model/index.ts";
import { claim } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { held } from "./support/live-audit.ts";
import { runCommand } from "./support/run-command.ts";

const claims = (count: number) => Array.from({ length: count }, (_, number) => claim({ name: `c${number}` }));

async function rests(line: string, objects: readonly KubeObject[]): Promise<number> {
  let rested = 0;
  const rest = async () => {
    rested += 1;
  };
  const { err } = await runCommand(line.split(" "), inputSource(snapshotOf(objects)), { rest });
  assert.equal(err, "");
  return rested;
}

for (const line of ["why pvc -A", "why pvc -A -o json", "blockers pvc -A", "blockers pvc -A -o name"]) {
  test(`${line} rests after every 16 of the objects that it looks at`, async () => {
    assert.deepEqual([await rests(line, claims(15)), await rests(line, claims(40))], [0, 2]);
  });
}

test("an audit rests after every 64 of the objects that rules are asked about", async () => {
  const stuck = (count: number) => Array.from({ length: count }, (_, number) => held(`c${number}`)).flat();
  assert.deepEqual(
    [await rests("audit --rules=PVG101", stuck(63)), await rests("audit --rules=PVG101", stuck(200))],
    [0, 3],
  );
});

test("what goes wrong in a rest ends the command", async () => {
  const stopped = async () => {
    throw new Error("stopped");
  };
  const ran = await runCommand(["why", "pvc", "-A"], inputSource(snapshotOf(claims(40))), { rest: stopped });
  assert.equal(ran.out, "");
  assert.match(ran.err, /stopped/);
});
