/** Killed at any step, with SIGKILL: nothing was sent that was not saved, and a second run comes to the same end. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { ExecutorSurroundings } from "../../src/changes/executor/index.ts";
import {
  listBackups,
  nodeFileSystem,
  openExecutor,
  openJournal,
  readBackup,
} from "../../src/changes/executor/index.ts";
import type { Fallen, RunChild } from "../changes/executor/crash/harness.ts";
import { children, temporary } from "../changes/executor/crash/harness.ts";
import { removal } from "../changes/executor/crash/removal.ts";
import { testSurroundings } from "../changes/executor/support/edge.ts";
import { volume, volumePath } from "../changes/executor/support/objects.ts";
import { server } from "../changes/executor/support/plans.ts";
import type { Troubled } from "../changes/executor/support/subject.ts";
import { troubled } from "../changes/executor/support/subject.ts";

const disk = nodeFileSystem(process.getuid?.());

/** Of a second run, when no server still handles a request of the first: chance gives it another name. */
function laterSurroundings(directory: string): ExecutorSurroundings {
  const first = testSurroundings();
  return { ...first, now: () => first.now() + 60_000, files: disk, directory, random: () => 0.75 };
}

/** What must be on the disk when the write comes in. */
async function keptBefore(directory: string): Promise<void> {
  const journal = await openJournal(disk, directory);
  assert.equal(journal.unfinished.length, 1, "an intent comes before the write");
  const [folder = ""] = (await listBackups(disk, directory)).slice(-1);
  const entries = await readBackup(disk, folder);
  assert.ok(entries.length > 0, "a backup comes before the write");
  for (const entry of entries) assert.equal(entry.state, "whole");
}

interface Ground {
  readonly it: Troubled;
  readonly url: string;
  readonly start: RunChild;
}

interface Scene {
  readonly directory: string;
  readonly fallen: Fallen;
  readonly puts: number;
}

async function ground(context: TestContext): Promise<Ground> {
  const it = await troubled(context, [], testSurroundings());
  return { it, url: await it.middleman.listen(context), start: await children(context) };
}

/** One removal in a process of its own, which is killed at this step, or while its write is under way. */
async function fall(
  context: TestContext,
  { it, url, start }: Ground,
  [step, moment]: readonly [number, string],
  atWrite: "none" | "killed before" | "killed after" = "none",
): Promise<Scene> {
  const directory = `${temporary(context)}/state`;
  it.server.load([volume(["example.com/a"])]);
  const before = it.middleman.seen.length;
  const child = { kill: () => {} };
  const problems: unknown[] = [];
  it.trouble(async () => {
    await keptBefore(directory).catch((problem: unknown) => problems.push(problem));
    if (atWrite === "killed before") {
      child.kill();
      return "lost-before";
    }
    if (atWrite === "killed after") setTimeout(child.kill, 0);
    return atWrite === "killed after" ? "lost-after" : "passes";
  });
  const running = start(url, directory, step, moment);
  child.kill = running.kill;
  const fallen = await running.end;
  assert.deepEqual(problems, []);
  it.trouble(() => "passes");
  const puts = it.middleman.seen.slice(before).filter(({ method }) => method === "PUT").length;
  return { directory, fallen, puts };
}

/** A second run, by the same person on the same computer. Gives what it found open. */
async function again({ it }: Ground, { directory }: Scene): Promise<readonly string[]> {
  const { line } = it.client;
  const connection = { ...line.connection, server: new URL(server) };
  const executor = openExecutor(
    { ...it.client, line: { ...line, connection } },
    laterSurroundings(directory),
  );
  const settled = await executor.settle();
  assert.deepEqual(await executor.settle(), []);
  const ends = await removal(executor);
  assert.ok(["done", "absent"].includes(ends.join()), ends.join());
  assert.equal(await it.read(volumePath), "absent");
  return settled.map(({ object }) => object.name);
}

test("S12, S15, S18, F91: killed before and after each of its steps", async (context) => {
  const place = await ground(context);
  const whole = await fall(context, place, [0, "never"]);
  assert.deepEqual(whole.fallen.printed?.ends, ["done"]);
  const steps = whole.fallen.printed?.steps ?? 0;
  assert.ok(steps >= 15, `${steps}`);
  context.diagnostic(`${steps} steps`);
  for (let step = 1; step <= steps; step++) {
    for (const moment of ["before", "after"]) {
      const scene = await fall(context, place, [step, moment]);
      assert.equal(scene.fallen.signal, "SIGKILL", `${step} ${moment}`);
      assert.ok(scene.puts <= 1);
      assert.ok((await again(place, scene)).length <= 1);
    }
  }
});

for (const atWrite of ["killed before", "killed after"] as const) {
  test(`S15, F91: ${atWrite} the server carries the write out`, async (context) => {
    const place = await ground(context);
    const scene = await fall(context, place, [0, "never"], atWrite);
    assert.deepEqual([scene.fallen.signal, scene.puts], ["SIGKILL", 1]);
    assert.deepEqual(await again(place, scene), ["disk"]);
  });
}
