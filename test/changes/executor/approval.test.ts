/** Who may say yes, to what, and what a yes is worth. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ApprovedPlan, GivenBy } from "../../../src/changes/executor/index.ts";
import { approve, digestOf } from "../../../src/changes/executor/index.ts";
import { say, words } from "../../../src/kubernetes/index.ts";
import type { Act, Plan, PlanItem, Write } from "../../../src/report/index.ts";
import { volume } from "./support/objects.ts";
import { approved, item, now, plan } from "./support/plans.ts";
import type { Subject } from "./support/subject.ts";
import { subject } from "./support/subject.ts";

const on = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };
const drop: Act = { do: "drop-finalizer", on, finalizer: "example.com/a" };
const step = { when: "later", act: drop } as const;
const safe = plan(item([step], { safety: "safe" }));
const dangerous = plan(item([step], { accept: [{ name: "DiskLeaks", because: words("It stays.") }] }));

function isYes(made: Plan, given: GivenBy, accepted: readonly string[] = ["DiskLeaks"]): boolean {
  return !("refused" in approve(made, { given, accepted }));
}

test("S1: y is enough for a plan that is safe throughout, and for no other", () => {
  assert.deepEqual(
    [isYes(safe, { by: "answer", typed: "y" }), isYes(dangerous, { by: "answer", typed: "y" })],
    [true, false],
  );
});

test("S1: a plan with a danger needs the name of its object", () => {
  assert.ok(isYes(dangerous, { by: "answer", typed: "disk" }));
  assert.ok(!isYes(safe, { by: "answer", typed: "disk" }));
});

test("S1: Enter, the end of input and anything else are a no", () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      if (typed !== "y") assert.ok(!isYes(safe, { by: "answer", typed }));
      if (typed !== "disk") assert.ok(!isYes(dangerous, { by: "answer", typed }));
    }),
  );
});

test("F94: --yes is enough only where nothing can be lost", () => {
  assert.deepEqual([isYes(safe, { by: "yes" }), isYes(dangerous, { by: "yes" })], [true, false]);
});

test("S1: the digest of this plan is a yes, and that of another one is not", () => {
  assert.ok(isYes(dangerous, { by: "digest", digest: digestOf(dangerous) }));
  assert.ok(!isYes(dangerous, { by: "digest", digest: digestOf(safe) }));
});

test("S7: no yes is worth anything while a danger is not accepted by its name", () => {
  const digest = digestOf(dangerous);
  assert.ok(!isYes(dangerous, { by: "digest", digest }, []));
  assert.ok(!isYes(dangerous, { by: "digest", digest }, ["Other"]));
});

test("an empty plan is not approved", () => {
  assert.ok(!isYes(plan(), { by: "yes" }));
});

/** The plan with another only item. */
function changed(more: Partial<PlanItem>): Plan {
  return { ...dangerous, items: dangerous.items.map((one) => ({ ...one, ...more })) };
}

function acting(act: Act): Plan {
  return changed({ steps: [{ when: "later", act }] });
}

const elsewise: Readonly<Record<string, Plan>> = {
  server: { ...dangerous, server: "https://other" },
  context: { ...dangerous, context: "other" },
  user: { ...dangerous, user: "other" },
  uid: acting({ ...drop, on: { ...on, uid: "u2" } }),
  finalizer: acting({ ...drop, finalizer: "x/y" }),
  evidence: changed({ because: { object: on, leaves: ["Other"] } }),
  "what must be accepted": changed({ accept: [] }),
  safety: changed({ safety: "safe" }),
  "the number of items": { ...dangerous, items: [...dangerous.items, ...dangerous.items] },
};

for (const [what, made] of Object.entries(elsewise)) {
  test(`S1: the digest covers ${what}`, () => assert.notEqual(digestOf(made), digestOf(dangerous)));
}

test("the digest covers neither the time nor the words, nor the order of members", () => {
  const { items, ...others } = dangerous;
  const told = items.map((one) => ({ ...one, title: say`Other`, why: say`Other` }));
  assert.equal(digestOf({ items: told, ...others, madeAt: "2026-01-01T00:00:00Z" }), digestOf(dangerous));
});

async function refuses({ executor, writes }: Subject, made: ApprovedPlan): Promise<void> {
  const ends: string[] = [];
  for await (const { status } of executor.run(made, { recheck: async () => "unchanged" })) ends.push(status);
  assert.deepEqual([ends, writes()], [["refused"], []]);
}

test("S20: what only looks like an approved plan is refused", async (context) => {
  const it = await subject(context, [volume(["example.com/a"])]);
  await refuses(it, { ...approved(dangerous) });
});

test("S20: a plan that was changed since it was approved is refused", async (context) => {
  const it = await subject(context, [volume(["example.com/a"])]);
  const changing = { ...dangerous, items: [...dangerous.items] };
  const made = approved(changing);
  changing.items.push(...safe.items);
  await refuses(it, made);
});

test("S20: nobody else can make an approved plan", () => {
  const made = { plan: safe, digest: digestOf(safe) };
  // @ts-expect-error: the brand has no name outside of its module
  const forged: ApprovedPlan = made;
  assert.ok(forged);
});

test("S19: kinds that nobody may write to are refused, whatever the plan says", async (context) => {
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop", uid: "n1" } };
  const it = await subject(context, [namespace]);
  const found = await it.executor.read("v1/namespaces", {
    apiVersion: "v1",
    kind: "Namespace",
    name: "shop",
  });
  assert.ok(found.state === "found");
  const remove: Act = { do: "delete", on: { apiVersion: "v1", kind: "Namespace", name: "shop", uid: "n1" } };
  const made = plan(item([now(remove, found.raw, "v1/namespaces")]));
  await refuses(it, approved(made));
});

test("S3: a planned write that is not what the object comes to is refused", async (context) => {
  const it = await subject(context, [volume(["example.com/a", "example.com/b"])]);
  const { text, resourceVersion } = await it.raw("v1/persistentvolumes");
  const target = { resource: "v1/persistentvolumes", ref: on, resourceVersion } as const;
  const forged: Write = {
    do: "replace",
    target,
    without: "example.com/a",
    read: text.replace("example.com/b", "example.com/c"),
  };
  const made = plan(item([{ when: "now", step: forged }]));
  await refuses(it, approved(made));
});
