/** What a rule says in `only` takes nothing from what it finds, nor from what it could not see. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { auditContext } from "../../src/analysis/audit-context.ts";
import { allHold, Conditions, someHold } from "../../src/analysis/conditions.ts";
import type { AuditScope } from "../../src/analysis/index.ts";
import { audit, createAnalysis } from "../../src/analysis/index.ts";
import type { Reading, Snapshot, Unread } from "../../src/cluster/index.ts";
import { createCluster } from "../../src/cluster/index.ts";
import { concernsNamespace } from "../../src/commands/resources.ts";
import type { AnyRuleEntry } from "../../src/define/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { apiVersionOf, kindNamed, kindOf, kinds } from "../../src/kubernetes/index.ts";
import { isBuiltIn, PackedItems } from "../../src/object-store/index.ts";
import type { BuiltIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { addMessage } from "../support/add-message.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { workloads } from "../support/arbitrary-workloads.ts";
import { encode } from "../support/protobuf/encode.ts";
import { runs } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { stored } from "../support/stored.ts";

const count = runs(25);
// Each packs all and audits twice.
const audits = runs(12, 1 / 10);
const choosy = knowledge.rules.filter(({ only = [] }) => only.length > 0);
const askingAll = knowledge.rules.map(({ only: _, ...rule }): AnyRuleEntry => rule);

const someKinds = fc.subarray(kinds.map(({ resource }) => resource));
const hidden = fc.oneof(fc.constant([]), someKinds);

function placesOutside(rule: AnyRuleEntry, resource: Resource, length: number, conditions: Conditions) {
  const each = (rule.only ?? []).map((condition) => conditions.where(condition, resource));
  const [all, some] = [allHold(each), someHold(each)];
  const places = Array.from({ length }, (_, place) => place);
  return places.filter((place) => {
    const here = each.map((where) => where.holds(place));
    assert.deepEqual(
      [all, some].map((where) => where.holds(place)),
      [!here.includes(false), here.includes(true)],
    );
    for (const where of [all, some, ...each])
      if (where.places?.has(place) === false) assert.equal(where.holds(place), false);
    return here.includes(false);
  });
}

const outside = new Map<string, number>();

function assertNothingOutside(snapshot: Snapshot, olderThan: number): void {
  let missed: Unread[] = [];
  const cluster = createCluster(snapshot, (unread) => missed.push(unread));
  const context = auditContext(createAnalysis(cluster, knowledge), olderThan);
  const conditions = new Conditions(cluster, undefined);
  for (const rule of choosy) {
    for (const resource of rule.on) {
      const objects = cluster.objects(resource);
      for (const place of placesOutside(rule, resource, objects.places, conditions)) {
        const object = objects.atPlace(place);
        if (object === undefined) continue;
        missed = [];
        const answer = rule.check(object, context);
        assert.deepEqual(answer, [], `${rule.code} about ${object.metadata.name}`);
        assert.deepEqual(missed, [], `${rule.code} about ${object.metadata.name}`);
        outside.set(rule.code, (outside.get(rule.code) ?? 0) + 1);
      }
    }
  }
}

test(`${choosy.length} rules find nothing and miss nothing outside of their conditions`, () => {
  fc.assert(
    fc.property(clusters, workloads, hidden, fc.constantFrom(0, 300), (some, more, lists, olderThan) =>
      assertNothingOutside(snapshotOf([...some, ...more], lists), olderThan),
    ),
    { numRuns: count },
  );
  const never = choosy.filter(({ code }) => !outside.has(code));
  assert.deepEqual(
    never.map(({ name }) => name),
    [],
    "nothing was outside",
  );
});

/** Of some objects a second reading, with which they are being deleted. */
function later(objects: readonly KubeObject[]): readonly Reading[] {
  return objects.flatMap((object): readonly Reading[] => {
    const resource = kindNamed(object.apiVersion, object.kind)?.resource;
    if (resource === undefined) return [];
    const { name, namespace } = object.metadata;
    const gone = { ...object, metadata: { ...object.metadata, deletionTimestamp: "2026-11-20T09:00:00Z" } };
    const scope = { of: "object", name, ...(namespace === undefined ? {} : { namespace }) } as const;
    const items = [gone];
    return [{ read: true, resource, scope, items }];
  });
}

type Form = "array" | "stored" | "packed";

/** Keeps every list in this form. */
function kept(snapshot: Snapshot, form: Form): Snapshot {
  const readings = snapshot.readings.map((reading): Reading => {
    if (!reading.read || form === "array") return reading;
    const objects = [...reading.items];
    const items =
      form === "packed" && isBuiltIn(reading.resource) ? packed(reading.resource, objects) : stored(objects);
    return { ...reading, items };
  });
  return { ...snapshot, readings };
}

function packed(resource: BuiltIn, objects: readonly KubeObject[]) {
  const { kind } = kindOf(resource);
  const items = new PackedItems(resource, { apiVersion: apiVersionOf(resource), kind });
  for (const object of objects) assert.equal(addMessage(items, encode(resource, { ...object })), "taken");
  return items;
}

/** Some more like it: what comes once is packed in another way than what comes again. */
function repeated(object: KubeObject, times: number): readonly KubeObject[] {
  return Array.from({ length: times }, (_, time) => {
    const { name } = object.metadata;
    return { ...object, metadata: { ...object.metadata, name: time === 0 ? name : `${name}-${time}` } };
  });
}

const inShop: AuditScope = {
  namespace: "shop",
  olderThan: 300,
  concerns: (object, cluster) => concernsNamespace(object, "shop", cluster),
};

/** As read by a user who may read one namespace only, beside cluster-scoped objects. */
function readInShop(snapshot: Snapshot): Snapshot {
  const readings = snapshot.readings.map((reading): Reading => {
    if (!reading.read || !kindOf(reading.resource).namespaced || reading.scope.of !== "cluster")
      return reading;
    const all = [...reading.items];
    const items = all.filter(({ metadata }) => metadata.namespace === "shop");
    const scope = { of: "namespace", namespace: "shop" } as const;
    return { ...reading, scope, items };
  });
  return { ...snapshot, readings };
}

const shapes = fc.record({
  scope: fc.constantFrom<AuditScope>({ namespace: undefined, olderThan: 300 }, inShop),
  twice: fc.nat(3),
  reach: fc.constantFrom("everything", "shop"),
  form: fc.constantFrom<Form>("array", "stored", "packed", "packed"),
  times: fc.constantFrom(1, 3),
});

test("an audit is the same, to the byte, as one that asks every rule about every object", () => {
  fc.assert(
    fc.property(
      clusters,
      workloads,
      hidden,
      shapes,
      (some, more, lists, { scope, twice, reach, form, times }) => {
        const objects = [...some, ...more].flatMap((object) => repeated(object, times));
        const first = snapshotOf(objects, lists);
        const near = reach === "shop" ? readInShop(first) : first;
        const plain = { ...near, readings: [...near.readings, ...later(objects.slice(0, twice))] };
        const snapshot = kept(plain, form);
        const go = (rules: readonly AnyRuleEntry[]) =>
          JSON.stringify(audit(rules, scope, snapshot, knowledge));
        assert.equal(go(knowledge.rules), go(askingAll));
      },
    ),
    { numRuns: audits },
  );
});
