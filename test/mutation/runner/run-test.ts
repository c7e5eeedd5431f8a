import type { KeptTest, TestBody, TestContext } from "./node-test.ts";

/** A test that waits without end for what a mutant never does. */
export class TookTooLong extends Error {}

/** Runs one test as `node:test` would: what is thrown outside of it counts too. */
export async function runTest({ id, body }: KeptTest, limitMs: number): Promise<void> {
  let stop = () => {};
  const ended = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new TookTooLong(`took longer than ${limitMs} ms`)), limitMs);
    process.on("uncaughtException", reject);
    process.on("unhandledRejection", reject);
    stop = () => {
      clearTimeout(timer);
      process.off("uncaughtException", reject);
      process.off("unhandledRejection", reject);
    };
  });
  ended.catch(() => {});
  try {
    await Promise.race([played(id, body), ended]);
  } finally {
    stop();
  }
}

async function played(name: string, body: TestBody): Promise<void> {
  const ends: (() => unknown)[] = [];
  const context: TestContext = {
    name,
    after: (end) => ends.push(end),
    test: (inner, innerBody) => played(`${name} > ${inner}`, innerBody),
  };
  try {
    await body(context);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}
