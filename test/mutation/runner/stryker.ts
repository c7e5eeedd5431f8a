/** The part of Stryker's API that a test runner needs: Stryker is no dependency, so its types are not there. */
export type TestResult = {
  readonly id: string;
  readonly name: string;
  readonly fileName: string;
  readonly timeSpentMs: number;
} & (
  | { readonly status: 0 }
  | { readonly status: 1; readonly failureMessage: string; readonly isTooLong: boolean }
);

type Hits = { readonly [mutant: string]: number };

export interface MutantCoverage {
  readonly static: Hits;
  readonly perTest: { readonly [test: string]: Hits };
}

export interface DryRun {
  readonly status: "complete";
  readonly tests: readonly TestResult[];
  readonly mutantCoverage: MutantCoverage;
}

export interface MutantRunOptions {
  readonly activeMutant: { readonly id: string };
  /** A mutant of what is done while a module is loaded is active from then on. */
  readonly mutantActivation: "static" | "runtime";
  readonly reloadEnvironment: boolean;
  readonly sandboxFileName: string;
  readonly hitLimit?: number;
  readonly testFilter?: readonly string[];
}

export type MutantRun =
  | {
      readonly status: "killed";
      readonly killedBy: readonly string[];
      readonly failureMessage: string;
      readonly nrOfTests: number;
    }
  | { readonly status: "survived"; readonly nrOfTests: number }
  | { readonly status: "timeout"; readonly reason: string };

/** `globalThis.__stryker__`: which mutant is active, and what was covered. */
export interface Namespace {
  activeMutant?: string;
  currentTestId?: string;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: MutantCoverage;
}
