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

/** Borrows places until it is told to give them back. */
function borrowed({ lend }: ReturnType<typeof limiter>, wished: number) {
  const granted: number[] = [];
  let giveBack = () => {};
  const lending = lend(wished, async (places) => {
    granted.push(places);
    await new Promise<void>((resolve) => {
      giveBack = resolve;
    });
  });
  return {
    granted,
    async giveBack() {
      giveBack();
      await lending;
      await new Promise(setImmediate);
    },
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

test("what is lent counts, comes before all that waits, and leaves one place at least", async () => {
  const turns = limiter(4);
  const { work, end, running } = works();
  const own = Promise.all(Array.from({ length: 6 }, () => turns.run(work)));
  await end(0);
  const { granted, giveBack } = borrowed(turns, 2);
  await end(1);
  assert.deepEqual([running(), granted], [3, []]);
  await end(1);
  assert.deepEqual([running(), granted], [2, [2]]);
  await end(1);
  assert.equal(running(), 2);
  await giveBack();
  assert.equal(running(), 3);
  await end(3);
  await own;
});

for (const [places, wished, expected] of [
  [4, 9, 3],
  [2, 2, 1],
  [1, 2, 1],
] as const) {
  test(`of ${places} places ${expected} are lent to who wishes ${wished}`, async () => {
    assert.equal(await limiter(places).lend(wished, async (granted) => granted), expected);
  });
}

test("halved, what is lent is halved too, and what is over is used here", async () => {
  const turns = limiter(8);
  const { work, end, running } = works();
  const { giveBack } = borrowed(turns, 4);
  const own = Promise.all(Array.from({ length: 6 }, () => turns.run(work)));
  await end(0);
  assert.equal(running(), 4);
  turns.halve();
  // Four may run, two of which are lent.
  await end(2);
  assert.equal(running(), 2);
  await end(1);
  assert.equal(running(), 2);
  await giveBack();
  assert.equal(running(), 3);
  await end(3);
  await own;
});

test("who waits for places when they are halved gets fewer, and does not wait for ever", async () => {
  const { run, lend, halve } = limiter(4);
  const { work, end } = works();
  const own = Promise.all(Array.from({ length: 4 }, () => run(work)));
  await end(0);
  const lending = lend(2, async (places) => places);
  halve();
  halve();
  await end(4);
  assert.equal(await lending, 1);
  await own;
});
