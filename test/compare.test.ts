/** What the comparison says of pvguard can be typed. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "../src/cli/parse/parse.ts";
import { commands } from "../src/commands/index.ts";
import { knowledge } from "../src/knowledge.ts";

const text = readFileSync(join(import.meta.dirname, "..", "docs", "compare.md"), "utf8");
const rows = text.split("\n").flatMap((line) => {
  const [, code, feature, own, ...marks] = line.split("|").map((cell) => cell.trim());
  return code !== undefined && /^[ABD]\d+$/.test(code)
    ? [{ code, feature: feature ?? "", own: own ?? "", marks: marks.slice(0, -1) }]
    : [];
});

test("it has the rows of the sections that are covered, once each", () => {
  const wanted = [
    ...Array.from({ length: 23 }, (_, at) => `A${at + 1}`),
    ...Array.from({ length: 32 }, (_, at) => `B${at + 1}`),
    ...Array.from({ length: 12 }, (_, at) => `D${at + 1}`),
  ];
  assert.deepEqual(
    rows.map(({ code }) => code),
    wanted,
  );
  for (const { code, marks } of rows) {
    assert.equal(marks.length, 21, code);
    for (const mark of marks) assert.match(mark, /^[Yp·]$/, code);
  }
});

for (const { code, own } of rows) {
  test(`${code}: ${own}`, () => {
    assert.match(own, /^(yes|partly|not yet)\b/);
    const lines = [...own.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
    assert.equal(lines.length > 0, !own.startsWith("not yet"));
    for (const line of lines) {
      const parsed = parse(line.split(" "), commands);
      assert.equal(parsed.do, "run", line);
      for (const [rule] of line.matchAll(/PVG\d+/g))
        assert.ok(
          knowledge.rules.some((known) => known.code === rule),
          `${rule} is no rule`,
        );
    }
  });
}
