/** Every order of the writer's own four steps and four of others: a rival, the scheduler, a controller. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { playAll } from "../changes/executor/interleavings/run.ts";
import { executorWriter, other, patchWriter, protection } from "../changes/executor/interleavings/world.ts";

test("S5, S6: no order of the executor, a rival, the scheduler and a controller breaks the contract", async (context) => {
  const actors = [["finish", "create"], ["bind"], ["release"]] as const;
  const played = await playAll(context, actors, [other, protection], executorWriter);
  context.diagnostic(`${played.orders} orders`);
  assert.deepEqual(played.broken, []);
});

test("S5, S6: nor of the executor, a rival, the scheduler and somebody who labels", async (context) => {
  const actors = [["finish", "create"], ["bind"], ["label"]] as const;
  const played = await playAll(context, actors, [protection], executorWriter);
  assert.deepEqual(played.broken, []);
});

test("F73: the same orders show that a PATCH with uid and version loses a foreign object", async (context) => {
  const played = await playAll(
    context,
    [["finish", "create"], ["bind"], ["label"]],
    [protection],
    patchWriter,
  );
  assert.ok(played.broken.some((how) => how.startsWith("a foreign object is lost")));
});
