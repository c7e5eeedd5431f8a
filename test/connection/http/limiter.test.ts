import assert from "node:assert/strict";
import { test } from "node:test";
import { limiter } from "../../../src/connection/http/limiter.ts";

/** Work that ends when it is told to. */
function works() {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  return {
    work: async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running--;
    },
    async end(count: number) {
      for (let each = 0; each < count; each++) ends.shift()?.();
      await new Promise(setImmediate);
    },
    running: () => running,
    most: () => most,
  };
}

test("so many run at a time, and all run in the end", async () => {
  const { run } = limiter(3);
  const { work, end, running, most } = works();
  const all = Promise.all(Array.from({ length: 8 }, () => run(work)));
  await end(0);
  assert.equal(running(), 3);
  await end(3);
  await end(3);
  await end(3);
  await all;
  assert.equal(most(), 3);
});

test("halved while they run, it lets no more in before there is room", async () => {
  const { run, halve } = limiter(4);
  const { work, end, running } = works();
  const all = Promise.all(Array.from({ length: 7 }, () => run(work)));
  await end(0);
  halve();
  await end(1);
  assert.equal(running(), 3);
  await end(2);
  assert.equal(running(), 2);
  halve();
  halve();
  await end(2);
  assert.equal(running(), 1);
  await end(1);
  await end(1);
  await end(1);
  await all;
});

test("work that fails makes room", async () => {
  const { run } = limiter(1);
  await assert.rejects(
    run(async () => {
      throw new Error("no");
    }),
  );
  assert.equal(await run(async () => 7), 7);
});

test("what others wait for goes first, in the order in which it came", async () => {
  const { run } = limiter(1);
  const done: string[] = [];
  const named = (name: string, turn?: "next" | "last") => run(async () => void done.push(name), turn);
  await Promise.all([
    named("running"),
    named("a"),
    named("b", "last"),
    named("c", "next"),
    named("d", "next"),
  ]);
  assert.deepEqual(done, ["running", "c", "d", "a", "b"]);
});
