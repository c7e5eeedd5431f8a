/** The journal: what is added, and what is read from what others left. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { FileProblem, openJournal } from "../../../../src/changes/executor/index.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";
import { failure, memoryDisk } from "../support/memory-disk.ts";

const path = "/s/journal.jsonl";
const line = { time: "t", event: "decision", write: "1" } as const;
const text = `${JSON.stringify(line)}\n`;

test("S18: a new journal outlasts a power failure from its first line on", async () => {
  const disk = memoryDisk();
  const calls: string[] = [];
  const journal = await openJournal(disk, "/s");
  disk.watch((call, place) => calls.push(`${call} ${place}`));
  await journal.record(line);
  await journal.record(line);
  assert.deepEqual(calls, [`append ${path}`, "syncDirectory /s", `append ${path}`]);
  assert.equal(disk.text(path), `${text}${text}`);
  calls.length = 0;
  const again = await openJournal(disk, "/s");
  calls.length = 0;
  await again.record(line);
  assert.deepEqual(calls, [`append ${path}`]);
  assert.equal(disk.text(path), `${text}${text}${text}`);
});

test("F91: half a line that an earlier run left is ended first", async () => {
  const disk = memoryDisk();
  await disk.makeDirectory("/s");
  await disk.create(path, Buffer.from(`${text}{"time":`));
  await (await openJournal(disk, "/s")).record(line);
  assert.equal(disk.text(path), `${text}{"time":\n${text}`);
});

test("S18: until the folder is saved, each line tries again", async () => {
  const disk = memoryDisk();
  const journal = await openJournal(disk, "/s");
  let count = 0;
  disk.watch((call) => {
    if (call === "syncDirectory" && count++ === 0) throw failure("EIO");
  });
  await assert.rejects(journal.record(line));
  await journal.record(line);
  assert.equal(count, 2);
});

test("F95: a line that failed may be there in part, and does not swallow the next one", async () => {
  const disk = memoryDisk();
  const journal = await openJournal(disk, "/s");
  let isFull = true;
  disk.watch((call) => {
    if (call === "append" && isFull) throw failure("ENOSPC");
  });
  await assert.rejects(journal.record(line));
  isFull = false;
  await journal.record(line);
  await journal.record(line);
  assert.equal(disk.text(path), `\n${text}${text}`);
});

for (const [call, said] of [
  ["append", `${path} could not be written: EIO`],
  ["syncDirectory", "/s could not be saved: EIO"],
] as const)
  test(`F95: ${call} fails: ${said}`, async () => {
    const disk = memoryDisk();
    const journal = await openJournal(disk, "/s");
    disk.watch((made) => {
      if (made === call) throw failure("EIO");
    });
    await assert.rejects(
      journal.record(line),
      (problem) => problem instanceof FileProblem && plain(problem.phrase) === said,
    );
  });

test("F95: a journal that cannot be read is refused", async () => {
  const disk = memoryDisk();
  await (await openJournal(disk, "/s")).record(line);
  disk.watch((call) => {
    if (call === "read") throw failure("EIO");
  });
  await assert.rejects(
    openJournal(disk, "/s"),
    (problem) => problem instanceof FileProblem && plain(problem.phrase) === `${path} could not be read: EIO`,
  );
});

const intent = (write: unknown) => ({ time: "t", event: "intent", write });
const kept = (...lines: readonly unknown[]) => lines.map((each) => JSON.stringify(each)).join("\n");

const rows: readonly (readonly [what: string, text: string, open: readonly string[]])[] = [
  ["an intent", kept(intent("1")), ["1"]],
  ["its result", kept(intent("1"), { time: "t", event: "result", write: "1", status: "done" }), []],
  ["its decision", kept(intent("1"), { time: "t", event: "decision", write: "1" }), []],
  [
    "a result that nobody knows",
    kept(intent("1"), { time: "t", event: "result", write: "1", status: "unknown" }),
    ["1"],
  ],
  ["the result of another", kept(intent("1"), { time: "t", event: "result", write: "2" }), ["1"]],
  ["two intents, of which one has its end", kept(intent("1"), intent("2"), { ...line, write: "1" }), ["2"]],
  ["another event", kept(intent("1"), { time: "t", event: "other", write: "1" }), ["1"]],
  ["a time that is none", kept(intent("1"), { time: 7, event: "result", write: "1" }), ["1"]],
  ["an intent without a time", kept({ event: "intent", write: "1" }), []],
  ["a write that is none", kept(intent(7)), []],
  ["an intent without a write", kept({ time: "t", event: "intent" }), []],
  ["what is no object", kept(intent("1"), 7, null, [], "x"), ["1"]],
  ["half a line", `${kept(intent("1"))}\n{"time":"t","ev`, ["1"]],
];

for (const [what, written, open] of rows)
  test(`F91: left open by an earlier run: ${what}`, async () => {
    const disk = memoryDisk();
    await disk.makeDirectory("/s");
    await disk.create(path, Buffer.from(`${written}\n`));
    const { unfinished } = await openJournal(disk, "/s");
    assert.deepEqual(
      unfinished,
      open.map((write) => intent(write)),
    );
  });
