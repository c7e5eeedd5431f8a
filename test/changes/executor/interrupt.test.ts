/** The person has had enough, at any moment. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openExecutor } from "../../../src/changes/executor/index.ts";
import type { Act } from "../../../src/report/index.ts";
import type { TestSurroundings } from "./support/edge.ts";
import { testSurroundings } from "./support/edge.ts";
import type { Fate } from "./support/middleman.ts";
import { volume, volumePath } from "./support/objects.ts";
import { item, now, plan } from "./support/plans.ts";
import type { Troubled } from "./support/subject.ts";
import { run, troubled } from "./support/subject.ts";

const volumes = "v1/persistentvolumes";
const on = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };
const [a, b] = ["example.com/a", "example.com/b"];
const drop: Act = { do: "drop-finalizer", on, finalizer: a };
const dropOther: Act = { do: "drop-finalizer", on, finalizer: b };

interface Interruptible {
  readonly it: Troubled;
  readonly surroundings: TestSurroundings;
  interrupt(): void;
}

/** Waits take their time here, or a part of it. */
async function interruptible(context: TestContext, part = 1 / 10): Promise<Interruptible> {
  const person = new AbortController();
  const surroundings = testSurroundings({
    signal: person.signal,
    sleep: (milliseconds, signal) =>
      sleep(milliseconds * part, undefined, signal === undefined ? {} : { signal }).catch(() => {}),
  });
  return {
    it: await troubled(context, [volume([a, b])], surroundings),
    surroundings,
    interrupt: () => person.abort(),
  };
}

async function steps(it: Troubled) {
  return [now(drop, await it.raw(volumes), volumes), { when: "later" as const, act: dropOther }];
}

function puts(it: Troubled): number {
  return it.middleman.seen.filter(({ method }) => method === "PUT").length;
}

test("F87: before the write, nothing is sent", async (context) => {
  const { it, surroundings, interrupt } = await interruptible(context);
  const made = plan(item(await steps(it)));
  const told = await run(it, made, async () => {
    interrupt();
    return "unchanged";
  });
  assert.deepEqual(told, [
    { status: "interrupted", detail: "Not started.", check: "" },
    { status: "interrupted", detail: "Not started.", check: "" },
  ]);
  assert.deepEqual([puts(it), surroundings.journal()], [0, []]);
});

test("F87: right before it goes out, nothing is sent either", async (context) => {
  const { it, surroundings, interrupt } = await interruptible(context);
  const made = plan(item(await steps(it)));
  surroundings.files.watch((call, path) => {
    if (call === "append" && path.endsWith("journal.jsonl")) interrupt();
  });
  const [told] = await run(it, made);
  assert.deepEqual([told?.status, told?.detail, puts(it)], ["interrupted", "Not started.", 0]);
  assert.deepEqual(
    surroundings.journal().map(({ event, status }) => status ?? event),
    ["intent", "interrupted"],
  );
});

async function whileUnderWay(context: TestContext, fate: () => Promise<Fate> | Fate, part?: number) {
  const { it, surroundings, interrupt } = await interruptible(context, part);
  const made = { ...plan(item(await steps(it))), server: it.client.line.connection.server.href };
  it.trouble(async () => {
    interrupt();
    return await fate();
  });
  return { it, surroundings, told: await run(it, made) };
}

test("F88: between the write and its answer, the answer is waited for", async (context) => {
  const answersLate = async () => {
    await sleep(50);
    return "passes" as const;
  };
  const { it, told } = await whileUnderWay(context, answersLate, 1);
  assert.deepEqual(
    told.map(({ status }) => status),
    ["done", "interrupted"],
  );
  assert.equal(puts(it), 1);
});

test("F88: when none comes in time, how to look is said, and the journal says that it is not known", async (context) => {
  const { surroundings, told } = await whileUnderWay(context, () => "hangs");
  assert.deepEqual(
    [told[0]?.status, told[0]?.check],
    ["interrupted", "kubectl get persistentvolumes disk -o yaml"],
  );
  assert.equal(
    told[0]?.detail,
    "Interrupted before the server answered. The request may have been carried out, or may still be.",
  );
  assert.deepEqual(
    surroundings.journal().map(({ event, status }) => status ?? event),
    ["intent", "unknown"],
  );
});

test("F89: between two steps, the first is done and the second not begun", async (context) => {
  const { it, surroundings, interrupt } = await interruptible(context);
  const made = plan(item(await steps(it)));
  surroundings.files.watch((call, path) => {
    if (call === "append" && path.endsWith("journal.jsonl") && puts(it) === 1) interrupt();
  });
  const told = await run(it, made);
  assert.deepEqual(
    told.map(({ status, detail }) => [status, detail.slice(0, 12)]),
    [
      ["done", "The finalize"],
      ["interrupted", "Not started."],
    ],
  );
  assert.equal(puts(it), 1);
});

test("F91: the next run looks at what an earlier one left open, and says what became of it", async (context) => {
  const { it, surroundings } = await whileUnderWay(context, () => "hangs");
  const later = surroundings.now() + 60_000;
  const again = testSurroundings({ files: surroundings.files, now: () => later });
  const next = openExecutor(it.client, again);
  const [settled] = await next.settle();
  assert.equal(settled?.object.name, "disk");
  assert.equal(again.journal().at(-1)?.status, "as-before");
  assert.deepEqual(await next.settle(), []);
  assert.notEqual(await it.read(volumePath), "absent");
});
