/** Runs tests in Stryker's own worker process: milliseconds a mutant where a process a file would be seconds. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleTests, type LoadTests } from "./bundle.ts";
import type { KeptTest } from "./node-test.ts";
import { runTest, TookTooLong } from "./run-test.ts";
import type { DryRun, MutantRun, MutantRunOptions, Namespace, TestResult } from "./stryker.ts";

interface Options {
  readonly inProcess: { readonly testFiles: readonly string[] };
}

/** How long each test took in the first run, for the workers: the quick ones go first, and a slow one may be slow. */
const timesFile = "times-of-tests.json";
const leastLimitMs = 5_000;
const patience = 10;

type Times = Readonly<Record<string, number>>;

class InProcessRunner {
  readonly #files: readonly string[];
  #load: LoadTests = () => [];
  #tests: readonly KeptTest[] = [];
  #times: Times = {};

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
    this.#times = Object.fromEntries(tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]));
    writeFileSync(timesFile, JSON.stringify(this.#times));
    return {
      status: "complete",
      tests,
      mutantCoverage: namespace.mutantCoverage ?? { static: {}, perTest: {} },
    };
  }

  async mutantRun({
    activeMutant,
    mutantActivation,
    reloadEnvironment,
    hitLimit,
    testFilter,
  }: MutantRunOptions): Promise<MutantRun> {
    const namespace = namespaceNow();
    delete namespace.activeMutant;
    if (mutantActivation === "static") namespace.activeMutant = activeMutant.id;
    namespace.hitCount = hitLimit === undefined ? undefined : 0;
    namespace.hitLimit = hitLimit;
    try {
      if (reloadEnvironment || this.#tests.length === 0) this.#tests = this.#load();
    } catch (problem) {
      return { status: "killed", killedBy: ["loading"], failureMessage: String(problem), nrOfTests: 0 };
    }
    namespace.activeMutant = activeMutant.id;
    let nrOfTests = 0;
    for (const test of this.#quickFirst(testFilter)) {
      nrOfTests += 1;
      const result = await resultOf(test, Math.max(leastLimitMs, patience * this.#timeOf(test)));
      if (hitLimit !== undefined && (namespace.hitCount ?? 0) > hitLimit)
        return { status: "timeout", reason: "it goes on for ever" };
      if (result.status === 1 && result.isTooLong)
        return { status: "timeout", reason: result.failureMessage };
      if (result.status === 1)
        return { status: "killed", killedBy: [test.id], failureMessage: result.failureMessage, nrOfTests };
    }
    return { status: "survived", nrOfTests };
  }

  #quickFirst(wanted: readonly string[] | undefined): readonly KeptTest[] {
    if (Object.keys(this.#times).length === 0) this.#times = JSON.parse(readFileSync(timesFile, "utf8"));
    const ids = wanted === undefined ? undefined : new Set(wanted);
    return this.#tests
      .filter(({ id }) => ids === undefined || ids.has(id))
      .sort((a, b) => this.#timeOf(a) - this.#timeOf(b));
  }

  #timeOf({ id }: KeptTest): number {
    return this.#times[id] ?? 0;
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
