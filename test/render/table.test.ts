import assert from "node:assert/strict";
import { test } from "node:test";
import { words } from "../../src/model/index.ts";
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
