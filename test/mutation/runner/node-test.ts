/** Stands for `node:test` in a bundle: tests are kept, to be run again and again in one process. */
export interface KeptTest {
  /** The file and the names of the test and its suites: unique. */
  readonly id: string;
  readonly file: string;
  readonly body: TestBody;
}

export interface TestContext {
  readonly name: string;
  after(end: () => unknown): void;
  test(name: string, body: TestBody): Promise<void>;
}

export type TestBody = (context: TestContext) => unknown;

const kept = new Map<string, KeptTest>();
const suites: string[] = [];
let file = "";

export function keptTests(): readonly KeptTest[] {
  return [...kept.values()];
}

/** Each test file of the bundle says this first. */
export function inFile(path: string): void {
  file = path;
}

export function describe(name: string, body: () => void): void {
  suites.push(name);
  body();
  suites.pop();
}

export function test(name: string, ...rest: readonly [TestBody] | readonly [TestOptions, TestBody]): void {
  const [options, body] = rest.length === 1 ? [{}, rest[0]] : rest;
  if (options.skip !== undefined && options.skip !== false) return;
  const named = [file, ...suites, name].join(" > ");
  const same = [...kept.keys()].filter((id) => id === named || id.startsWith(`${named} #`)).length;
  const id = same === 0 ? named : `${named} #${same + 1}`;
  kept.set(id, { id, file, body });
}

interface TestOptions {
  readonly skip?: string | boolean;
}

export default test;
