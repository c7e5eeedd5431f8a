import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { json, jsonPieces } from "../../src/render/machine.ts";
import { runs } from "../support/runs.ts";

test("the pieces of a view are its JSON", () => {
  const view = fc.dictionary(
    fc.string(),
    fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue()), fc.constant(undefined)),
  );
  fc.assert(
    fc.property(view, (view) => {
      assert.equal([...jsonPieces(view)].join(""), json(view));
    }),
    { numRuns: runs(300) },
  );
});

test("of a long list, no piece is longer than some items", () => {
  const findings = Array.from({ length: 5000 }, (_, count) => ({ count, text: "\u{1f4be}\n".repeat(50) }));
  const pieces = [...jsonPieces({ kind: "Report", findings, totals: {} })];
  assert.equal(pieces.join(""), json({ kind: "Report", findings, totals: {} }));
  const longest = Math.max(...pieces.map(({ length }) => length));
  assert.ok(longest < 4000, `${longest} characters`);
});
