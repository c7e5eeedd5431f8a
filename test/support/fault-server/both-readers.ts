import type { TestContext } from "node:test";
import { test as once } from "node:test";

type TestBody = (context: TestContext) => void | Promise<void>;
interface TestOptions {
  readonly timeout?: number;
  readonly skip?: boolean | string;
}

const ofNode = " (with the reader of Node.js)";

/** The same test with our own reader of answers and with that of Node.js. */
export function test(name: string, options: TestOptions | TestBody, body?: TestBody): void {
  for (const each of [name, `${name}${ofNode}`]) {
    if (typeof options === "function") once(each, options);
    else once(each, options, body);
  }
}

/** The reader that a test is about. */
export function readerOf({ name }: TestContext): "raw" | "node" {
  return name.endsWith(ofNode) ? "node" : "raw";
}
