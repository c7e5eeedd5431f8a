/** How often and how long something is looked at. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { LiveRead } from "../../../../src/changes/executor/read.ts";
import { lookUntil } from "../../../../src/changes/executor/read.ts";
import { testSurroundings } from "../support/edge.ts";
import { volume } from "../support/objects.ts";
import { scripted } from "../support/scripted.ts";

const on = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };
const held = volume(["a/b"], { metadata: { resourceVersion: "7" } });

async function pausesOf(context: TestContext, milliseconds: number, enough: (looks: number) => boolean) {
  const pauses: number[] = [];
  const surroundings = testSurroundings();
  const noted = {
    ...surroundings,
    sleep: async (pause: number, signal: AbortSignal | undefined) => {
      pauses.push(pause);
      await surroundings.sleep(pause, signal);
    },
  };
  const world = await scripted(context, () => ({ body: held }), noted);
  let looks = 0;
  const isEnough = (_: LiveRead) => enough(++looks);
  await lookUntil(world, ["v1/persistentvolumes", on], { milliseconds, signal: undefined }, isEnough);
  assert.equal(world.asked.length, looks);
  return pauses;
}

test("looks come twice as far apart each time, up to two seconds", async (context) => {
  const never = () => false;
  assert.deepEqual(await pausesOf(context, 9000, never), [200, 400, 800, 1600, 2000, 2000, 2000]);
  assert.deepEqual(await pausesOf(context, 600, never), [200, 400]);
  assert.deepEqual(await pausesOf(context, 599, never), [200]);
  assert.deepEqual(await pausesOf(context, 0, never), []);
  assert.deepEqual(await pausesOf(context, 9000, (looks) => looks === 3), [200, 400]);
});

test("nothing more is looked at when the person has had enough", async (context) => {
  const person = new AbortController();
  const world = await scripted(context, () => {
    person.abort();
    return { body: held };
  });
  await lookUntil(
    world,
    ["v1/persistentvolumes", on],
    { milliseconds: 9000, signal: person.signal },
    () => false,
  );
  assert.ok(world.asked.length <= 1);
});
