import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { Comparison } from "./compare.ts";

/** Fails where a state disagreed twice; says where it did so once. */
export function report<State>(context: TestContext, { outcomes, disagreements }: Comparison<State>): void {
  const objects = outcomes.reduce((sum, { prediction }) => sum + prediction.objects.length, 0);
  context.diagnostic(`${outcomes.length} states, ${objects} objects, ${disagreements.length} disagreed once`);
  const [races, wrong] = [
    disagreements.filter(({ again }) => again.disagreement === undefined),
    disagreements.filter(({ again }) => again.disagreement !== undefined),
  ];
  for (const { first } of races) context.diagnostic(`only the first time:\n${first.disagreement}`);
  const told = wrong.map(({ first, again }) => `${first.disagreement}\nand again ${again.disagreement}`);
  assert.equal(wrong.length, 0, [`${wrong.length} disagreements`, ...told].join("\n"));
}
