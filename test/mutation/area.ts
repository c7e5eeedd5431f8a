import { join } from "node:path";
import { testFiles } from "../groups/files.ts";

/** A part of the code whose tests are tried. */
export interface Area {
  readonly mutate: readonly string[];
  readonly testFiles: readonly string[];
  /** Words for people are looked at by the goldens, sentence by sentence. */
  readonly words: "mutated" | "left-to-goldens";
  /** Stryker fails below it. */
  readonly least: number;
}

/** Stryker's configuration for an area. */
export function strykerFor({ mutate, testFiles, words, least }: Area) {
  return {
    plugins: [join(import.meta.dirname, "runner", "plugin.ts")],
    testRunner: "in-process",
    inProcess: { testFiles },
    mutate,
    mutator: { excludedMutations: words === "mutated" ? [] : ["StringLiteral"] },
    ignorePatterns: ["docs", "bench", "build", "dist", "test/cluster"],
    tsconfigFile: "none",
    coverageAnalysis: "perTest",
    concurrency: 2,
    maxTestRunnerReuse: 150,
    timeoutMS: 60_000,
    reporters: ["clear-text", "progress-append-only"],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: true },
    thresholds: { high: 95, low: 90, break: least },
  };
}

/** Test files by parts of their paths. */
export function testsIn(...parts: readonly string[]): readonly string[] {
  return testFiles(parts).map((file) => `test/${file}`);
}
