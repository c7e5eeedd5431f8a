import assert from "node:assert/strict";
import { test } from "node:test";
import type { FilesRead } from "../../../src/reading/files/index.ts";
import { claim, listOf, pod, readPaths } from "./reading.ts";
import { tarGz } from "./tar.ts";

const files = {
  "one.json": listOf(pod("a"), pod("b")),
  "folder/pods.json": listOf(pod("c")),
  "folder/claims.yaml": JSON.stringify(claim("data")),
  "folder/notes.txt": "not read",
};

/** What was heard, without what is heard again of the same. */
async function heard(
  paths: readonly string[],
  input: Parameters<typeof readPaths>[1],
): Promise<readonly string[]> {
  const all: string[] = [];
  const onProgress = ({ file, done, of, objects }: FilesRead) => {
    const text = `${file}: ${done} of ${of}, ${objects}`;
    if (all.at(-1) !== text) all.push(text);
  };
  await readPaths(paths, input, { onProgress });
  return all;
}

test("it is told which file is read, how many are left, and how many objects there are", async () => {
  assert.deepEqual(await heard(["one.json", "folder"], files), [
    "one.json: 0 of 2, 0",
    "one.json: 0 of 2, 2",
    "folder/claims.yaml: 1 of 3, 2",
    "folder/claims.yaml: 1 of 3, 3",
    "folder/pods.json: 2 of 3, 3",
    "folder/pods.json: 2 of 3, 4",
  ]);
});

test("in the middle of a long file, too", async () => {
  const items = Array.from({ length: 100 }, (_, at) => pod(`p${at}`));
  const told = await heard(["-"], { "-": listOf(...items) });
  assert.ok(told.length > 10, told.join("\n"));
  assert.equal(told.at(-1), "standard input: 0 of 1, 100");
});

test("while the files of an archive are read, others have their turn", async () => {
  const names = ["0.json", "1.json", "2.json", "3.json"];
  const archive = tarGz(names.map((name) => ({ name, content: listOf(pod(name)) })));
  let turns = 0;
  let pending = setImmediate(function turn() {
    turns += 1;
    pending = setImmediate(turn);
  });
  const turnsAt: number[] = [];
  await readPaths(["a.tgz"], { "a.tgz": archive }, { onProgress: () => turnsAt.push(turns) });
  clearImmediate(pending);
  assert.ok(new Set(turnsAt).size >= names.length, turnsAt.join(" "));
});
