import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { Disagreement } from "./disagreement.ts";

/** Fails unless all of them are known; says how many of those there are. */
export function assertKnown(context: TestContext, found: readonly Disagreement[]): void {
  for (const what of new Set(found.flatMap(({ known }) => known ?? []))) {
    context.diagnostic(`known, ${found.filter(({ known }) => known === what).length} times: ${what}`);
  }
  const wrong = found.filter(({ known }) => known === undefined).map(({ text }) => text);
  assert.equal(wrong.length, 0, [`${wrong.length} disagreements`, ...wrong].join("\n"));
}
