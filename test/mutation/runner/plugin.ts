/** Runs tests in Stryker's own worker process: milliseconds a mutant where a process a file would be seconds. */
import { join } from "node:path";
import type { LoadTests } from "./bundle.ts";
import { bundleTests } from "./bundle.ts";
import type { FirstRun } from "./first-run.ts";
import { quickFirst, reaching, remember, remembered } from "./first-run.ts";
import type { KeptTest } from "./node-test.ts";
import { runTest, TookTooLong } from "./run-test.ts";
import type { DryRun, MutantRun, MutantRunOptions, Namespace, TestResult } from "./stryker.ts";

interface Options {
  readonly inProcess: { readonly testFiles: readonly string[] };
}

/** A test may take this long, and when it is a slow one so many times as long as in the first run. */
const leastLimitMs = 10_000;
const patience = 10;

class InProcessRunner {
  readonly #files: readonly string[];
  #load: LoadTests = () => [];
  #tests: readonly KeptTest[] = [];
  #first: FirstRun | undefined;

  constructor({ inProcess }: Options) {
    this.#files = inProcess.testFiles;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    this.#load = await bundleTests(process.cwd(), this.#files);
  }

  async dryRun(): Promise<DryRun> {
    const namespace = namespaceNow();
    delete namespace.mutantCoverage;
    this.#tests = this.#load();
    const tests: TestResult[] = [];
    for (const test of this.#tests) {
      namespace.currentTestId = test.id;
      tests.push(await resultOf(test, 60_000));
    }
    delete namespace.currentTestId;
    const mutantCoverage = namespace.mutantCoverage ?? { static: {}, perTest: {} };
    remember(tests, mutantCoverage);
    return { status: "complete", tests, mutantCoverage };
  }

  async mutantRun({
    activeMutant,
    mutantActivation,
    reloadEnvironment,
    hitLimit,
    testFilter,
    sandboxFileName,
  }: MutantRunOptions): Promise<MutantRun> {
    const namespace = namespaceNow();
    delete namespace.activeMutant;
    if (mutantActivation === "static") namespace.activeMutant = activeMutant.id;
    namespace.hitCount = hitLimit === undefined ? undefined : 0;
    namespace.hitLimit = hitLimit;
    try {
      if (reloadEnvironment || this.#tests.length === 0) this.#tests = this.#load();
    } catch (problem) {
      return { status: "killed", killedBy: [], failureMessage: String(problem), nrOfTests: 0 };
    }
    namespace.activeMutant = activeMutant.id;
    let nrOfTests = 0;
    this.#first ??= remembered();
    for (const test of this.#wanted(this.#first, sandboxFileName, testFilter)) {
      nrOfTests += 1;
      const limitMs = Math.max(leastLimitMs, patience * (this.#first.times[test.id] ?? 0));
      const result = await resultOf(test, limitMs);
      if (hitLimit !== undefined && (namespace.hitCount ?? 0) > hitLimit)
        return { status: "timeout", reason: "it goes on for ever" };
      if (result.status === 1 && result.isTooLong)
        return { status: "timeout", reason: result.failureMessage };
      if (result.status === 1)
        return { status: "killed", killedBy: [test.id], failureMessage: result.failureMessage, nrOfTests };
    }
    return { status: "survived", nrOfTests };
  }

  #wanted(
    first: FirstRun,
    mutatedFile: string,
    testFilter: readonly string[] | undefined,
  ): readonly KeptTest[] {
    const wanted =
      testFilter === undefined
        ? reaching(mutatedFile, this.#tests, first)
        : this.#tests.filter(({ id }) => testFilter.includes(id));
    return quickFirst(wanted, first);
  }
}

async function resultOf(test: KeptTest, limitMs: number): Promise<TestResult> {
  const { id, file } = test;
  const started = performance.now();
  const timed = () => ({
    id,
    name: id,
    fileName: join(process.cwd(), file),
    timeSpentMs: Math.round(performance.now() - started),
  });
  try {
    await runTest(test, limitMs);
    return { ...timed(), status: 0 };
  } catch (problem) {
    const failureMessage = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
    return { ...timed(), status: 1, failureMessage, isTooLong: problem instanceof TookTooLong };
  }
}

/** What the instrumented code looks at. */
function namespaceNow(): Namespace {
  const holder = globalThis as { __stryker__?: Namespace };
  holder.__stryker__ ??= {};
  return holder.__stryker__;
}

function newRunner(options: Options): InProcessRunner {
  return new InProcessRunner(options);
}
newRunner.inject = ["options"] as const;

export const strykerPlugins = [{ kind: "TestRunner", name: "in-process", factory: newRunner }];

export const strykerValidationSchema = {
  properties: { inProcess: { type: "object", properties: { testFiles: { type: "array" } } } },
};
