/** S6: what was seen of the cluster is looked at again before each item, and before a later step when it is too old. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { words } from "../../../src/kubernetes/index.ts";
import type { Act, PlannedWrite, Refusal } from "../../../src/report/index.ts";
import { ask } from "../../contract/requests.ts";
import { testSurroundings } from "./support/edge.ts";
import type { Fate } from "./support/middleman.ts";
import { status } from "./support/middleman.ts";
import { volume, volumePath } from "./support/objects.ts";
import { item, now, plan } from "./support/plans.ts";
import type { Troubled } from "./support/subject.ts";
import { run, troubled } from "./support/subject.ts";

const volumes = "v1/persistentvolumes";
const on = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };
const [a, b] = ["example.com/a", "example.com/b"];
const dropping = (finalizer: string): Act => ({ do: "drop-finalizer", on, finalizer });

/** The server lets the first write wait for so many seconds. */
const busy = (seconds: number): Fate => ({
  answer: {
    ...status(429, "TooManyRequests", "too much to do"),
    headers: { "Content-Type": "application/json", "Retry-After": String(seconds) },
  },
});

interface Checked {
  readonly ends: readonly string[];
  /** The step before which each look was taken; `undefined` before the first. */
  readonly looks: readonly (PlannedWrite | undefined)[];
  readonly puts: number;
  readonly it: Troubled;
}

async function twoSteps(
  context: TestContext,
  seconds: number,
  again: "unchanged" | Refusal,
): Promise<Checked> {
  const it = await troubled(context, [volume([a, b, "example.com/c"])], testSurroundings());
  const steps: readonly PlannedWrite[] = [
    now(dropping(a), await it.raw(volumes), volumes),
    { when: "later", act: dropping(b) },
  ];
  it.trouble((_, count) => (count === 0 && seconds > 0 ? busy(seconds) : "passes"));
  const looks: (PlannedWrite | undefined)[] = [];
  const ends = await run(it, plan(item(steps)), async (_, next) => {
    looks.push(next);
    return next === undefined ? "unchanged" : again;
  });
  const puts = it.middleman.seen.filter(({ method }) => method === "PUT").length;
  return { ends: ends.map((each) => each.status), looks, puts, it };
}

const later: PlannedWrite = { when: "later", act: dropping(b) };
const refusal: Refusal = { reason: "ChangedSincePlan", object: on, message: words("A pod came.") };

test("S6: steps that follow at once rest on one look", async (context) => {
  const { ends, looks } = await twoSteps(context, 0, refusal);
  assert.deepEqual([ends, looks], [["done", "done"], [undefined]]);
});

test("S6: a look of up to ten seconds ago still counts", async (context) => {
  const { ends, looks } = await twoSteps(context, 9, refusal);
  assert.deepEqual([ends, looks], [["done", "done"], [undefined]]);
});

test("S6: after a longer wait the next step of the item is looked at again, and made when all is as it was", async (context) => {
  const { ends, looks, puts } = await twoSteps(context, 12, "unchanged");
  assert.deepEqual([ends, looks, puts], [["done", "done"], [undefined, later], 3]);
});

test("S6: and it is not made when something has changed", async (context) => {
  const { ends, puts, it } = await twoSteps(context, 12, refusal);
  assert.deepEqual([ends, puts], [["done", "refused"], 2]);
  const left = await it.raw(volumes);
  assert.match(left.text, /example\.com\/b/);
  assert.equal(it.surroundings.journal().at(-1)?.event, "decision");
});

test("F85: a finalizer that a controller would put back on what is being deleted cannot come back", async (context) => {
  const it = await troubled(context, [volume([a, b])], testSurroundings());
  const made = plan(item([now(dropping(a), await it.raw(volumes), volumes)]));
  const [told] = await run(it, made);
  assert.equal(told?.status, "done");
  const { code } = await putBack(it);
  assert.equal(code, 422);
  assert.doesNotMatch((await it.raw(volumes)).text, /example\.com\/a/);
});

test("F85: on an object that is not being deleted it could, and so none is taken off there", async (context) => {
  const it = await troubled(context, [volume([a, b])], testSurroundings());
  const made = plan(item([now(dropping(a), await it.raw(volumes), volumes)]));
  it.server.load([
    volume([a, b], { metadata: { deletionTimestamp: undefined, deletionGracePeriodSeconds: undefined } }),
  ]);
  const [told] = await run(it, made);
  assert.equal(told?.status, "refused");
  assert.match(told?.detail ?? "", /is not being deleted, so its finalizers are kept/);
  assert.deepEqual(it.writes(), []);
});

/** As a controller does that misses its finalizer. */
function putBack({ server }: Troubled): Promise<{ readonly code: number }> {
  const body = { metadata: { finalizers: [a, b] } };
  return ask(server, "PATCH", volumePath, { type: "application/merge-patch+json", body });
}
