import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { FileSystem } from "../../../src/changes/executor/index.ts";
import { openJournal } from "../../../src/changes/executor/index.ts";
import { directory } from "./support/edge.ts";
import { failure, memoryDisk } from "./support/memory-disk.ts";
import { volume, volumePath } from "./support/objects.ts";
import { item, now, plan } from "./support/plans.ts";
import { drop, on, volumes } from "./support/saved-disk.ts";
import { run, subject } from "./support/subject.ts";

/** Everything that is asked of a disk in one run of one item. */
async function callsOf(context: TestContext): Promise<readonly (keyof FileSystem)[]> {
  const calls: (keyof FileSystem)[] = [];
  const it = await subject(context, [volume(["example.com/a"])]);
  it.surroundings.files.watch((call) => calls.push(call));
  await run(it, plan(item([now(drop, await it.raw(volumes), volumes)])));
  return calls;
}

test("F95: whatever fails on the disk before the write, nothing is sent", async (context) => {
  const calls = await callsOf(context);
  assert.ok(calls.length > 15, `${calls.length}`);
  // The very last one adds the result to the journal, when the write is done.
  for (const [at, call] of calls.slice(0, -1).entries()) {
    for (const code of ["ENOSPC", "EROFS", "EACCES"]) {
      const it = await subject(context, [volume(["example.com/a"])]);
      const step = now(drop, await it.raw(volumes), volumes);
      let count = 0;
      it.surroundings.files.watch(() => {
        if (count++ === at) throw failure(code);
      });
      const [told] = await run(it, plan(item([step])));
      assert.deepEqual(
        [told?.status, it.writes()],
        ["refused", []],
        `${call} ${at} ${code}: ${told?.detail}`,
      );
      assert.match(told?.detail ?? "", /Nothing was sent\./);
    }
  }
});

test("F95: when only the result cannot be recorded, that is said, and the next run looks", async (context) => {
  const it = await subject(context, [volume(["example.com/a"])]);
  const step = now(drop, await it.raw(volumes), volumes);
  let appends = 0;
  it.surroundings.files.watch((call, path) => {
    if (call === "append" && path.endsWith("journal.jsonl") && ++appends === 2) throw failure("ENOSPC");
  });
  const made = { ...plan(item([step])), server: it.client.line.connection.server.href };
  const [told] = await run(it, made);
  assert.equal(told?.status, "done");
  assert.match(it.surroundings.notes().join(), /Could not write the journal: .*no space left on device/);
  it.surroundings.files.watch(() => {});
  const [settled] = await it.executor.settle();
  assert.equal(settled?.object.name, "disk");
  assert.equal(it.surroundings.journal().at(-1)?.status, "so");
});

test("S18: an intent is on the disk before the write, and says all that a person will ask", async (context) => {
  const it = await subject(context, [volume(["example.com/a"])]);
  const made = plan(item([now(drop, await it.raw(volumes), volumes)]));
  let atWrite: readonly Record<string, unknown>[] = [];
  it.server.interleave(() => {
    atWrite = it.surroundings.journal();
  });
  await run(it, made);
  assert.equal(atWrite.length, 1);
  const [intent] = atWrite;
  assert.deepEqual(
    { ...intent, plan: "", write: "", time: "", backup: [] },
    {
      time: "",
      event: "intent",
      write: "",
      version: "v0.0.0-test",
      plan: "",
      server: "https://127.0.0.1/",
      resource: volumes,
      object: on,
      do: "replace",
      finalizer: "example.com/a",
      resourceVersion: "2",
      request: `PUT ${volumePath}`,
      because: ["A leaf"],
      backup: [],
    },
  );
  assert.match(
    JSON.stringify(intent?.backup),
    /\/state\/pvguard\/backups\/.*\/persistentvolume-disk-u1-v2\.json/,
  );
});

test("A40: a line of the journal cannot be forged by a name", async () => {
  const place = memoryDisk();
  const journal = await openJournal(place, directory);
  await journal.record({ time: "t", event: "decision", write: "1", name: 'x"}\n{"event":"result"' });
  assert.equal(place.text(journal.path).split("\n").length, 2);
});

test("F91: half a line, left by a crash, does not swallow the next one", async () => {
  const place = memoryDisk();
  const journal = await openJournal(place, directory);
  await journal.record({ time: "t", event: "intent", write: "1" });
  await place.append(journal.path, Buffer.from('{"time":"t","event":"resu'));
  const next = await openJournal(place, directory);
  assert.deepEqual(
    next.unfinished.map(({ write }) => write),
    ["1"],
  );
  await next.record({ time: "t", event: "result", write: "1", status: "done" });
  assert.deepEqual((await openJournal(place, directory)).unfinished, []);
});
