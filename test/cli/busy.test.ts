import assert from "node:assert/strict";
import { test } from "node:test";
import { busyOn } from "../../src/cli/busy.ts";
import { words } from "../../src/model/index.ts";

function stream(facts: { readonly isTTY: boolean; readonly columns: number }) {
  const texts: string[] = [];
  return { ...facts, texts, write: (text: string) => texts.push(text), on: () => {} };
}

for (const [why, facts] of [
  ["no terminal", { isTTY: false, columns: 80 }],
  ["a terminal without a size, on which ora never ends", { isTTY: true, columns: 0 }],
] as const) {
  test(`nothing turns on ${why}`, (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const to = stream(facts);
    const rest = busyOn(to)(words("Reading"));
    context.mock.timers.tick(10_000);
    rest.end();
    assert.deepEqual(to.texts, []);
  });
}

test("what is quick passes without a word", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const to = stream({ isTTY: true, columns: 80 });
  const rest = busyOn(to)(words("Reading"));
  context.mock.timers.tick(100);
  rest.end();
  context.mock.timers.tick(10_000);
  assert.deepEqual(to.texts, []);
});
