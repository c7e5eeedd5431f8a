import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { auditRenderers, plainOptions } from "../../src/render/index.ts";
import { json, jsonPieces } from "../../src/render/machine.ts";
import { runs } from "../support/runs.ts";
import { auditOf, clean, everything, found } from "./support/audits.ts";

test("the pieces of a view are its JSON", () => {
  const view = fc.dictionary(
    fc.string(),
    fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue()), fc.constant(undefined)),
  );
  fc.assert(
    fc.property(view, (view) => {
      assert.equal([...jsonPieces(view)].join(""), json(view));
    }),
    { numRuns: runs(120) },
  );
});

test("of a long list, no piece is longer than some items", () => {
  const findings = Array.from({ length: 5000 }, (_, count) => ({ count, text: "\u{1f4be}\n".repeat(50) }));
  const pieces = [...jsonPieces({ kind: "Report", findings, totals: {} })];
  assert.equal(pieces.join(""), json({ kind: "Report", findings, totals: {} }));
  const longest = Math.max(...pieces.map(({ length }) => length));
  assert.ok(longest < 4000, `${longest} characters`);
});

function* each<T>(items: readonly T[]): Iterable<T> {
  yield* items;
}

test("a list whose items come one after the other is the same JSON", () => {
  const items = fc.array(fc.jsonValue());
  fc.assert(
    fc.property(items, fc.jsonValue(), (items, value) => {
      assert.equal([...jsonPieces({ value, items: each(items) })].join(""), json({ value, items }));
    }),
    { numRuns: runs(120) },
  );
});

const auditJson = auditRenderers.find(({ name }) => name === "json");

test("the pieces of an audit are what is rendered at once", () => {
  for (const report of [everything, clean, auditOf()])
    assert.equal([...(auditJson?.pieces?.(report) ?? [])].join(""), auditJson?.render(report, plainOptions));
});

test("of an audit, a finding is rendered when its turn comes", () => {
  let rendered = 0;
  const [finding] = found;
  assert.ok(finding !== undefined);
  // Nothing but the finding's own view says its title.
  const counting = Object.defineProperty({ ...finding }, "title", {
    enumerable: true,
    get() {
      rendered++;
      return finding.title;
    },
  });
  const findings = Array.from({ length: 1000 }, () => counting);
  let pieces = 0;
  for (const _ of auditJson?.pieces?.(auditOf({ findings })) ?? []) {
    pieces++;
    assert.ok(rendered <= pieces * 10, `${rendered} findings rendered for ${pieces} pieces`);
  }
  assert.equal(rendered, 1000);
});
