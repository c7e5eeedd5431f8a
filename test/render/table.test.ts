import assert from "node:assert/strict";
import { test } from "node:test";
import { words } from "../../src/kubernetes/index.ts";
import { widthOf } from "../../src/render/line.ts";
import { tableLines } from "../../src/render/table.ts";
import { wrap } from "../../src/render/wrap.ts";

const many = 150_000;

test("a table has more rows than a call can have arguments", () => {
  const rows = new Array(many).fill([words("pod/web"), words("Running")]);
  assert.equal(tableLines(["object", "state"], rows).length, many + 1);
});

test("a word has more pieces than a call can have arguments", () => {
  const [line] = wrap(new Array(many).fill({ words: "x" }), { first: 80, rest: 80 });
  assert.ok(line !== undefined && line.length >= many);
});

const long = "pvc/a-claim-whose-name-is-much-longer-than-any-column-of-a-terminal-can-be";
const told = words("a finished pod still uses the claim, and its object has to be deleted first");
const asText = (lines: ReturnType<typeof tableLines>) => lines.map((line) => line.trimEnd());

test("on a terminal no line is wider than it, whatever the names are", () => {
  for (let room = 50; room <= 200; room += 7) {
    const lines = asText(
      tableLines(["object", "state", "cause"], [[words(long), words("Terminating"), told]], room),
    );
    for (const line of lines) assert.ok(widthOf(line) <= room, `${room}: ${line}`);
    assert.equal(
      lines
        .join("")
        .replaceAll(/[^-a-z/]/g, "")
        .includes("pvc/a-claim"),
      true,
    );
  }
});

test("a sentence that has too little room stands below its row", () => {
  const rows = [[words("pvc/data"), words("Terminating"), words("node-1"), told]];
  assert.deepEqual(asText(tableLines(["object", "state", "node", "cause"], rows, 60)), [
    "OBJECT     STATE         NODE",
    "pvc/data   Terminating   node-1",
    "    a finished pod still uses the claim, and its object has",
    "    to be deleted first",
  ]);
});

test("in a pipe each row is one line", () => {
  const lines = tableLines(["object", "cause"], [[words(long), told]]);
  assert.equal(lines.length, 2);
});

test("nothing of a name is left out, also where its characters are two columns wide", () => {
  const name = "データ🙂".repeat(12);
  for (let room = 50; room <= 90; room += 1) {
    const cell = [{ data: name, style: "bad" }] as const;
    const lines = tableLines(["object", "other", "cause"], [[cell, cell, told]], room);
    const drawn = lines.join("").replaceAll(/[^データ🙂]/gu, "");
    assert.equal([...drawn].length, 2 * [...name].length, `${room}`);
    for (const line of lines) assert.ok(widthOf(line.trimEnd()) <= room, `${room}: ${line}`);
  }
});

for (const name of ["\u{a000}\u{1cc00}", "pod-\u{a000}\u{a000}\u{1cc00}", "\u{1f9d1}\u{1f680}"])
  test(`a name is not cut where libraries measure it differently: ${name}`, () => {
    const lines = tableLines(["object", "state"], [[[{ data: name }], words("Bound")]]);
    assert.equal(lines.length, 2);
    assert.doesNotMatch(lines.join(), /\p{Surrogate}|\u{2026}/u);
  });
