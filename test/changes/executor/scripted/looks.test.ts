/** How often and how long something is looked at. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { LiveRead } from "../../../../src/changes/executor/read.ts";
import { lookUntil } from "../../../../src/changes/executor/read.ts";
import { waitFor } from "../../../../src/changes/executor/wait.ts";
import type { Until } from "../../../../src/report/index.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";
import { testEdge } from "../support/edge.ts";
import { claim, volume } from "../support/objects.ts";
import type { Said, Script } from "../support/scripted.ts";
import { notFound, scripted } from "../support/scripted.ts";

const on = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };
const name = "pv/disk";
const held = volume(["a/b"], { metadata: { resourceVersion: "7" } });

async function pausesOf(context: TestContext, milliseconds: number, enough: (looks: number) => boolean) {
  const pauses: number[] = [];
  const edge = testEdge();
  const noted = {
    ...edge,
    sleep: async (pause: number, signal: AbortSignal | undefined) => {
      pauses.push(pause);
      await edge.sleep(pause, signal);
    },
  };
  const world = await scripted(context, () => ({ body: held }), noted);
  let looks = 0;
  const isEnough = (_: LiveRead) => enough(++looks);
  await lookUntil(world, "v1/persistentvolumes", on, milliseconds, undefined, isEnough);
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
  await lookUntil(world, "v1/persistentvolumes", on, 9000, person.signal, () => false);
  assert.ok(world.asked.length <= 1);
});

interface Waited {
  readonly until: Until;
  readonly script: Script;
  readonly uid?: string;
}

async function waited(context: TestContext, { until, script, uid = "u1" }: Waited, edge = testEdge()) {
  const world = await scripted(context, script, edge);
  const { status, detail, check } = await waitFor(world, {
    do: "wait",
    on: { ...on, uid },
    until,
    seconds: 3,
  });
  return [`${status}: ${plain(detail)}`, world.asked.length, check?.argv.join(" ") ?? ""] as const;
}

const phase = (given: unknown): Said => ({ body: { ...held, status: { phase: given } } });
const check = "kubectl get persistentvolumes disk -o yaml";

for (const until of ["Bound", "Available", "Released"] as const) {
  test(`a wait until it is ${until} ends at once when it is`, async (context) => {
    const script: Script = (_, count) => phase(count < 2 ? "Pending" : until);
    assert.deepEqual(await waited(context, { until, script }), [`done: ${name} is ${until}.`, 3, ""]);
  });
  test(`a wait until it is ${until} does not end well when it is gone`, async (context) => {
    const script: Script = (_, count) => (count === 0 ? phase("Pending") : notFound("disk"));
    assert.deepEqual(await waited(context, { until, script }), [`refused: ${name} no longer exists.`, 2, ""]);
  });
  test(`a wait until one that does not exist yet is ${until} goes on`, async (context) => {
    const script: Script = (_, count) => (count === 0 ? notFound("disk") : phase(until));
    assert.deepEqual(await waited(context, { until, script, uid: "" }), [
      `done: ${name} is ${until}.`,
      2,
      "",
    ]);
    const [said] = await waited(context, { until, script: () => notFound("disk"), uid: "" });
    assert.equal(said, `unproven: ${name} does not exist yet. Waited 3 seconds.`);
  });
}

test("a wait for a phase says what the phase is, if there is one", async (context) => {
  const unproven = async (script: Script) => await waited(context, { until: "Bound", script });
  assert.deepEqual(await unproven(() => phase("Failed")), [
    `unproven: ${name} is Failed. Waited 3 seconds.`,
    5,
    check,
  ]);
  for (const given of [7, undefined, null])
    assert.equal(
      (await unproven(() => phase(given)))[0],
      `unproven: ${name} is without a phase. Waited 3 seconds.`,
    );
});

test("a wait goes on while nothing can be read", async (context) => {
  const script: Script = (_, count) => (count === 0 ? "lost" : notFound("disk"));
  assert.deepEqual(await waited(context, { until: "Gone", script }), [
    `done: ${name} no longer exists.`,
    2,
    "",
  ]);
  const [said] = await waited(context, { until: "Gone", script: () => "lost" });
  assert.match(said, /^unproven: .*was lost \(ECONNRESET\) Waited 3 seconds\.$/);
});

test("a wait for the end of one whose uid is not known waits for whichever has the name", async (context) => {
  const script = () => ({ body: held });
  const [said] = await waited(context, { until: "Gone", script, uid: "" });
  assert.equal(said, `unproven: ${name} still exists. Waited 3 seconds.`);
  const [other] = await waited(context, { until: "Gone", script, uid: "u0" });
  assert.equal(other, `done: ${name} no longer exists.`);
});

for (const protection of ["kubernetes.io/pv-protection", "kubernetes.io/pvc-protection"]) {
  test(`what ${protection} is on is protected, whatever else is`, async (context) => {
    const protects = volume(["a/b", protection], { metadata: { resourceVersion: "7" } });
    const script = () => ({ body: protects });
    const [said] = await waited(context, { until: "Unprotected", script });
    assert.equal(said, `unproven: ${name} is still protected. Waited 3 seconds.`);
    const freed: Script = (_, count) => ({ body: count === 0 ? protects : held });
    const [done] = await waited(context, { until: "Unprotected", script: freed });
    assert.equal(done, `done: ${name} is no longer protected.`);
  });
}

test("a wait that the person interrupts says so", async (context) => {
  const person = new AbortController();
  const edge = testEdge({ signal: person.signal, sleep: async () => person.abort() });
  const [said, , how] = await waited(context, { until: "Gone", script: () => ({ body: held }) }, edge);
  assert.deepEqual([said, how], [`interrupted: Interrupted while waiting for ${name}.`, ""]);
});

test("what pvguard does not read is not waited for", async (context) => {
  const world = await scripted(context, () => ({ body: claim([]) }));
  const strange = { apiVersion: "x.io/v1", kind: "Strange", name: "it", uid: "" };
  const { status, detail } = await waitFor(world, { do: "wait", on: strange, until: "Gone", seconds: 3 });
  assert.deepEqual(
    [status, plain(detail), world.asked.length],
    ["refused", "pvguard does not read objects of the kind of strange/it.", 0],
  );
});
