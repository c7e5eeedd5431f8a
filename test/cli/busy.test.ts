import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { setTimeout as after } from "node:timers/promises";
import { busyOn } from "../../src/cli/busy.ts";
import { say, words } from "../../src/kubernetes/index.ts";

function stream(facts: { readonly isTTY: boolean; readonly columns: number }) {
  const texts: string[] = [];
  const nothing = () => {};
  return {
    ...facts,
    texts,
    write: (text: string) => texts.push(text),
    on: nothing,
    clearLine: nothing,
    cursorTo: nothing,
    moveCursor: nothing,
  };
}

/** A work that ends when the test says so. */
function work() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { doing: () => ended, end: () => end() };
}

for (const [why, facts] of [
  ["no terminal", { isTTY: false, columns: 80 }],
  ["a terminal without a size, on which ora never ends", { isTTY: true, columns: 0 }],
] as const) {
  test(`nothing turns on ${why}`, async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const to = stream(facts);
    const { doing, end } = work();
    const done = busyOn(to)(words("Reading"), doing);
    context.mock.timers.tick(10_000);
    end();
    await done;
    assert.deepEqual(to.texts, []);
  });
}

test("what is quick passes without a word", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const to = stream({ isTTY: true, columns: 80 });
  const { doing, end } = work();
  const done = busyOn(to)(words("Reading"), doing);
  context.mock.timers.tick(100);
  end();
  await done;
  context.mock.timers.tick(10_000);
  assert.deepEqual(to.texts, []);
});

/** Who runs the tests may have a terminal that ora takes for none. */
function interactive(context: TestContext): void {
  const { CI, TERM } = process.env;
  context.after(() => {
    Object.assign(process.env, {
      ...(CI === undefined ? {} : { CI }),
      ...(TERM === undefined ? {} : { TERM }),
    });
  });
  delete process.env.CI;
  process.env.TERM = "xterm";
}

test("what takes long is told of, the innermost work first, with names made harmless", async (context) => {
  interactive(context);
  const to = stream({ isTTY: true, columns: 80 });
  const busy = busyOn(to);
  await busy(words("Carrying out the plan"), async (tell) => {
    while (to.texts.length === 0) await after(50);
    await busy(words("Waiting"), () => after(200));
    tell(say`Reading ${"pods\u001b[31m\n.json"}: read 3 of 7 files`);
    await after(200);
  });
  const told = to.texts.join("");
  assert.match(told, /Carrying out the plan.*Waiting.*Reading pods\\x1b\[31m\\n\.json: read 3 of 7 files/s);
  const before = to.texts.length;
  await after(200);
  assert.equal(to.texts.length, before);
});

test("a work that fails ends what is told of it", async (context) => {
  interactive(context);
  const to = stream({ isTTY: true, columns: 80 });
  const busy = busyOn(to);
  await assert.rejects(
    busy(words("Reading"), async () => {
      while (to.texts.length === 0) await after(50);
      throw new Error("no");
    }),
    /no/,
  );
  const before = to.texts.length;
  await after(200);
  assert.equal(to.texts.length, before);
});

test("while another program asks a person something, nothing turns, and then it goes on", async (context) => {
  interactive(context);
  const to = stream({ isTTY: true, columns: 80 });
  const busy = busyOn(to);
  await busy(words("Reading"), async () => {
    while (to.texts.length === 0) await after(50);
    await busy.quietly(async () => {
      const before = to.texts.length;
      await after(200);
      assert.equal(to.texts.length, before);
    });
    const before = to.texts.length;
    await after(200);
    assert.ok(to.texts.length > before);
  });
});
