/** A run looks again before it writes, and hears who interrupts it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlannedWrite } from "../../../../src/report/index.ts";
import { testSurroundings } from "../support/edge.ts";
import { item, plan } from "../support/plans.ts";
import { run } from "../support/subject.ts";
import { saves, stage } from "./stage.ts";

for (const [what, thrown, says] of [
  ["an error", new Error("no route"), "no route"],
  ["anything else", "no route", "an unknown problem"],
] as const) {
  test(`S6: a look that throws ${what} stops the run, and it is noted`, async (context) => {
    const { it, surroundings, first, puts } = await stage(context);
    const [told] = await run(it, plan(item([first])), () => Promise.reject(thrown));
    const detail = `The cluster could not be read again: ${says}. Nothing was sent.`;
    assert.deepEqual(told, { status: "refused", detail, check: "" });
    assert.deepEqual([puts(), saves(surroundings)], [0, 0]);
    assert.deepEqual(
      surroundings.journal().map(({ event, status }) => [event, status]),
      [["decision", "refused"]],
    );
  });
}

test("S6: a refusal comes before anything is saved, and is noted with its object", async (context) => {
  const { it, surroundings, first, puts } = await stage(context);
  const object = { apiVersion: "v1", kind: "PersistentVolumeClaim", name: "data", namespace: "shop" };
  const [told] = await run(it, plan(item([first])), async () => ({
    reason: "Changed",
    object,
    message: [{ words: "It changed." }],
  }));
  assert.deepEqual(
    [told?.status, told?.detail, puts(), saves(surroundings)],
    ["refused", "It changed.", 0, 0],
  );
  assert.deepEqual(surroundings.journal()[0]?.object, object);
});

test("S6: a later step needs no new look within ten seconds, and needs one after that", async (context) => {
  const looksFor = async (milliseconds: number) => {
    const { it, surroundings, first, second } = await stage(context);
    const asked: (PlannedWrite | undefined)[] = [];
    let isFirst = true;
    it.trouble(async () => {
      if (isFirst) await surroundings.sleep(milliseconds, undefined);
      isFirst = false;
      return "passes" as const;
    });
    await run(it, plan(item([first, second])), async (_, next) => {
      asked.push(next);
      return "unchanged";
    });
    return asked.map((next) => (next === second ? "second" : "item"));
  };
  assert.deepEqual(await looksFor(10_000), ["item"]);
  assert.deepEqual(await looksFor(10_001), ["item", "second"]);
});

test("a later look that refuses keeps the second step from being made", async (context) => {
  const { it, surroundings, first, second, puts } = await stage(context);
  it.trouble(async () => {
    await surroundings.sleep(11_000, undefined);
    return "passes" as const;
  });
  const told = await run(it, plan(item([first, second])), async (of, next) =>
    next === undefined ? "unchanged" : { reason: "Changed", object: of.because.object, message: [] },
  );
  assert.deepEqual(
    told.map(({ status }) => status),
    ["done", "refused"],
  );
  assert.equal(puts(), 1);
});

function interruptible(): {
  readonly surroundings: ReturnType<typeof testSurroundings>;
  readonly person: AbortController;
} {
  const person = new AbortController();
  return { person, surroundings: testSurroundings({ signal: person.signal }) };
}

test("F87: who interrupts before a step is not even looked for", async (context) => {
  const { surroundings, person } = interruptible();
  const { it, first, second } = await stage(context, surroundings);
  let looks = 0;
  person.abort();
  const told = await run(it, plan(item([first, second])), async () => {
    looks += 1;
    return "unchanged";
  });
  assert.deepEqual(
    [told.map(({ status, detail }) => `${status}: ${detail}`), looks],
    [["interrupted: Not started.", "interrupted: Not started."], 0],
  );
});

test("F87: who interrupts during the look hears nothing of what it found", async (context) => {
  const { surroundings, person } = interruptible();
  const { it, first } = await stage(context, surroundings);
  const before = it.middleman.seen.length;
  const [told] = await run(it, plan(item([first])), async (of) => {
    person.abort();
    return { reason: "Changed", object: of.because.object, message: [] };
  });
  assert.deepEqual([told?.status, told?.detail, surroundings.journal()], ["interrupted", "Not started.", []]);
  const reads = it.middleman.seen.slice(before).filter(({ method }) => method === "GET");
  assert.deepEqual(reads, []);
});

test("F87: who interrupts while the object is read: nothing is noted as begun", async (context) => {
  const { surroundings, person } = interruptible();
  const { it, first, puts } = await stage(context, surroundings);
  let reads = 0;
  it.middleman.decide(({ method }) => {
    // The first one is to save it, the second one to make the request from.
    if (method === "GET" && ++reads === 2) person.abort();
    return "passes";
  });
  const [told] = await run(it, plan(item([first])));
  assert.deepEqual([told?.status, told?.detail], ["interrupted", "Not started."]);
  assert.deepEqual([puts(), surroundings.journal()], [0, []]);
});
