import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { Comparison } from "./compare.ts";

/** Fails where a state disagreed twice; says where it did so once. */
export function report<State>(
  context: TestContext,
  { outcomes, disagreements, freed }: Comparison<State>,
): void {
  const objects = outcomes.reduce((sum, { prediction }) => sum + prediction.objects.length, 0);
  context.diagnostic(`${outcomes.length} states, ${objects} objects, ${disagreements.length} disagreed once`);
  const [races, wrong] = [
    disagreements.filter(({ again }) => again.disagreement === undefined),
    disagreements.filter(({ again }) => again.disagreement !== undefined),
  ];
  for (const { first } of races) context.diagnostic(`only the first time:\n${first.disagreement}`);
  const reasons = [...freed.reasons]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, times]) => `${reason} ${times}`);
  context.diagnostic(
    `${freed.gone} deleted objects stayed and went without their root causes: ${reasons.join(", ")}`,
  );
  const told = wrong.map(({ first, again }) => `${first.disagreement}\nand again ${again.disagreement}`);
  assert.equal(
    freed.stayed.length,
    0,
    [`${freed.stayed.length} stayed without their root causes`, ...freed.stayed].join("\n"),
  );
  assert.equal(wrong.length, 0, [`${wrong.length} disagreements`, ...told].join("\n"));
}
