import { join } from "node:path";
import { testFiles } from "../groups/files.ts";

/** A part of the code whose tests are tried. */
export interface Area {
  readonly mutate: readonly string[];
  readonly testFiles: readonly string[];
  /** Stryker fails below it. */
  readonly least: number;
  /** How long a mutant may run, on top of one and a half times as long as its tests take, until it counts as endless. */
  readonly timeoutMs?: number;
}

/** Stryker's configuration for an area. */
export function strykerFor({ mutate, testFiles, least, timeoutMs = 10_000 }: Area) {
  return {
    plugins: [join(import.meta.dirname, "runner", "plugin.ts")],
    testRunner: "in-process",
    inProcess: { testFiles },
    mutate,
    ignorePatterns: ["docs", "bench", "build", "dist", "test/cluster"],
    tsconfigFile: "none",
    coverageAnalysis: "perTest",
    concurrency: 2,
    maxTestRunnerReuse: 150,
    timeoutMS: timeoutMs,
    reporters: ["clear-text", "progress-append-only"],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: true },
    thresholds: { high: 95, low: 90, break: least },
  };
}

/** Test files by parts of their paths. */
export function testsIn(...parts: readonly string[]): readonly string[] {
  return testFiles(parts).map((file) => `test/${file}`);
}
