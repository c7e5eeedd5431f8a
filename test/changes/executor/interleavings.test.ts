/** Every order of the writer's own four steps and two or three of others. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { playAll } from "./interleavings/run.ts";
import type { Action } from "./interleavings/world.ts";
import { executorWriter, other, patchWriter, protection } from "./interleavings/world.ts";

const last = [protection];
const several = [other, protection];

const cases: readonly (readonly [string, readonly (readonly Action[])[], readonly string[], number])[] = [
  ["a rival that finishes and creates anew", [["finish", "create"]], last, 21],
  ["a rival and a pod that gets a node", [["finish"], ["bind"]], last, 42],
  ["another controller and somebody who labels", [["release"], ["label"]], several, 42],
];

for (const [who, actors, finalizers, orders] of cases) {
  test(`S5, S6: no order of the executor and ${who} breaks the contract`, async (context) => {
    assert.deepEqual(await playAll(context, actors, finalizers, executorWriter), { orders, broken: [] });
  });
}

test("F73: the same orders show that a PATCH with uid and version loses a foreign object", async (context) => {
  const { broken } = await playAll(context, [["finish", "create"]], last, patchWriter);
  assert.ok(
    broken.length > 0 && broken.every((how) => how.startsWith("a foreign object is lost")),
    broken.join("\n"),
  );
});
