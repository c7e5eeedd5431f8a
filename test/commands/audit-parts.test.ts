import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Demand, Reading } from "../../src/cluster/index.ts";
import { endOf } from "../../src/commands/audit/config-file.ts";
import { globMatches } from "../../src/commands/audit/ignore.ts";
import { eventDemands, listing } from "../../src/commands/audit/listing.ts";
import { secondsIn } from "../../src/kubernetes/time.ts";
import { claim } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { memorySource } from "./support/memory-source.ts";

const eventsAbout = (count: number, namespace = "shop"): readonly Demand[] =>
  Array.from({ length: count }, (_, at) => ({
    resource: "v1/events",
    scope: { of: "about", namespace, name: `c-${at}`, kind: "Pod" },
  }));

test("events are asked for one object at a time, or for a namespace with many", () => {
  const few = eventsAbout(19);
  assert.deepEqual(eventDemands()(few), { demands: few, refused: [] });
  assert.deepEqual(eventDemands()([...eventsAbout(20), ...eventsAbout(1, "bank")]).demands, [
    { resource: "v1/events", scope: { of: "namespace", namespace: "shop" } },
    ...eventsAbout(1, "bank"),
  ]);
});

test("the events of more than 200 objects are not asked for, and not taken for absent", () => {
  const ask = eventDemands();
  const many = Array.from({ length: 15 }, (_, at) => eventsAbout(15, `n${at}`)).flat();
  const { demands, refused } = ask(many);
  assert.deepEqual([demands.length, refused.length], [200, 25]);
  assert.ok(refused.every((reading) => !reading.read && reading.reason === "Unavailable"));
  assert.equal(ask(eventsAbout(3)).demands.length, 0);
});

const one = (name: string): Demand => ({
  resource: "v1/persistentvolumeclaims",
  scope: { of: "object", name, namespace: "shop" },
});
const list: Demand = { resource: "v1/persistentvolumeclaims", scope: { of: "cluster" } };

test("whatever is demanded, the list is asked for, and once", async () => {
  const source = memorySource(snapshotOf([claim({ name: "a" })]));
  const wide = listing(source, undefined);
  await wide.collect([one("a"), one("b")]);
  await wide.collect([one("c"), { ...list, scope: { of: "namespace", namespace: "bank" } }]);
  assert.deepEqual(source.demands, [list]);
});

test("in one namespace, its list is asked for", async () => {
  const source = memorySource(snapshotOf([]));
  await listing(source, "shop").collect([
    one("a"),
    { resource: "v1/nodes", scope: { of: "object", name: "n" } },
  ]);
  assert.deepEqual(
    source.demands.map(({ scope }) => scope),
    [{ of: "namespace", namespace: "shop" }, { of: "cluster" }],
  );
});

const readable = (reading: Reading): Reading =>
  reading.scope.of === "cluster"
    ? { read: false, resource: reading.resource, scope: reading.scope, reason: "Forbidden" }
    : reading;

test("where the list is refused, few objects are read one by one, and many are not", async () => {
  const source = memorySource(snapshotOf([claim({ name: "c-1" })]));
  const refusing = {
    ...source,
    async collect(demands: readonly Demand[]) {
      const { readings, skipped } = await source.collect(demands);
      return { readings: readings.map(readable), skipped };
    },
  };
  const { readings } = await listing(refusing, undefined).collect([one("c-1"), one("c-2")]);
  assert.deepEqual(
    readings.map(({ read, scope }) => [read, scope.of]),
    [
      [false, "cluster"],
      [true, "object"],
      [true, "object"],
    ],
  );
  const before = source.demands.length;
  await listing(refusing, undefined).collect(Array.from({ length: 21 }, (_, at) => one(`c-${at}`)));
  assert.equal(source.demands.length - before, 1);
});

for (const [text, seconds] of [
  ["30s", 30],
  ["5m", 300],
  ["2h30m", 9000],
  ["7d", 604_800],
  ["0s", 0],
  ["", undefined],
  ["5", undefined],
  ["5 m", undefined],
  ["-5m", undefined],
  ["m5", undefined],
] as const) {
  test(`a time of "${text}" is ${seconds} seconds`, () => assert.equal(secondsIn(text), seconds));
}

for (const [text, end] of [
  ["2026-11-20", "2026-11-21T00:00:00.000Z"],
  ["2026-11-20T12:00:00Z", "2026-11-20T12:00:00.000Z"],
  ["2026-11-20T12:00:00+02:00", "2026-11-20T10:00:00.000Z"],
  ["2026-02-30", undefined],
  ["20.11.2026", undefined],
  ["2026-11-20T12:00", undefined],
  ["", undefined],
] as const) {
  test(`"${text}" ends at ${end}`, () => {
    const moment = endOf(text);
    assert.equal(moment === undefined ? undefined : new Date(moment).toISOString(), end);
  });
}

for (const [pattern, text, expected] of [
  ["data-*", "data-0", true],
  ["data-*", "xdata-0", false],
  ["data-?", "data-10", false],
  ["*", "", true],
  ["", "", true],
  ["", "a", false],
  ["a*b*c", "a-b-b-c", true],
  ["a*b*c", "a-b-b", false],
  ["a.c", "abc", false],
  ["[a]", "a", false],
] as const) {
  test(`${pattern} matches ${text}: ${expected}`, () => assert.equal(globMatches(pattern, text), expected));
}

test("a glob means what the same regular expression means", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 8 });
  const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 });
  fc.assert(
    fc.property(letters, text, (pattern, name) => {
      const same = new RegExp(`^${pattern.replaceAll("*", ".*").replaceAll("?", ".")}$`);
      assert.equal(globMatches(pattern, name), same.test(name));
    }),
    { numRuns: 500, seed: 20261120 },
  );
});
