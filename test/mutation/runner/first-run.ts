/** What the first run, without a mutant, says of the tests. It is kept in a file: each worker is another process. */
import { readFileSync, writeFileSync } from "node:fs";
import type { KeptTest } from "./node-test.ts";
import type { MutantCoverage, TestResult } from "./stryker.ts";

const file = "first-run.json";

export interface FirstRun {
  readonly times: { readonly [test: string]: number };
  readonly covered: MutantCoverage["perTest"];
}

export function remember(tests: readonly TestResult[], { perTest }: MutantCoverage): void {
  const times = Object.fromEntries(tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]));
  const first: FirstRun = { times, covered: perTest };
  writeFileSync(file, JSON.stringify(first));
}

export function remembered(): FirstRun {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** The quick ones first: one that fails is enough. */
export function quickFirst(tests: readonly KeptTest[], { times }: FirstRun): readonly KeptTest[] {
  return [...tests].sort((a, b) => (times[a.id] ?? 0) - (times[b.id] ?? 0));
}

/** In milliseconds. */
const quick = 50;

/**
 * For a mutant of what a module does while it is loaded Stryker asks for all tests. Those that reach its file, and those
 * that cost nothing, are enough: fewer tests can only let more mutants survive.
 */
export function reaching(
  mutatedFile: string,
  tests: readonly KeptTest[],
  { covered, times }: FirstRun,
): readonly KeptTest[] {
  const ids = [...readFileSync(mutatedFile, "utf8").matchAll(/stryMutAct_\w+\("(\d+)"\)/g)].map(
    ([, id]) => id ?? "",
  );
  return tests.filter(({ id }) => {
    const hits = covered[id] ?? {};
    return (times[id] ?? 0) < quick || ids.some((mutant) => mutant in hits);
  });
}
