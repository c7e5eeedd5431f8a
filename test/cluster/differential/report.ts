import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Outcome } from "./batch.ts";
import type { Comparison } from "./compare.ts";
import { seed } from "./compare.ts";
import { saveScenario } from "./save.ts";

/** Fails where a state disagreed twice, or an object stayed without its root causes; leaves a scenario for each in `logs`. */
export function report<State>(
  context: TestContext,
  comparison: Comparison<State>,
  logs: string = tmpdir(),
): void {
  const { outcomes, once, twice, freed } = comparison;
  const objects = outcomes.reduce((sum, { prediction }) => sum + prediction.objects.length, 0);
  context.diagnostic(
    `${outcomes.length} states, ${objects} objects: ${once.length} disagreed once, ${twice.length} twice`,
  );
  for (const { disagreement } of once) context.diagnostic(`only the first time: ${disagreement}`);
  const reasons = [...freed.reasons].sort(([, a], [, b]) => b - a).map((entry) => entry.join(" "));
  context.diagnostic(
    `${freed.gone} deleted objects stayed, and went without their root causes: ${reasons.join(", ")}`,
  );
  const save = (name: string, snapshot: Outcome<State>["after"], about: string): string =>
    `${about}\nsaved as ${saveScenario(join(logs, "disagreements", `seed-${seed}-${name}`), snapshot, `seed ${seed}, ${about}`)}`;
  const wrong = twice.map(({ first, again, smallest }) =>
    [
      `twice: ${first.disagreement}`,
      `and again: ${again.disagreement}`,
      `smallest: ${save(first.name, smallest.prediction.snapshot, smallest.disagreement ?? "")}`,
    ].join("\n"),
  );
  const stayed = freed.stayed.flatMap(({ state, story }) => {
    const after = outcomes.find(({ name }) => name === state)?.after;
    return after === undefined ? [] : `stayed: ${save(`${state}-stayed`, after, story.join("\n"))}`;
  });
  assert.equal(wrong.length + stayed.length, 0, [...wrong, ...stayed].join("\n"));
}
