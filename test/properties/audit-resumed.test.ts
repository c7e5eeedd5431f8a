/** An audit that goes on with more than it had ends where one that had everything from the start ends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { allOf, audit, auditor } from "../../src/analysis/index.ts";
import type { Snapshot } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import { kinds, refOf } from "../../src/kubernetes/index.ts";
import type { Report } from "../../src/report/index.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { workloads } from "../support/arbitrary-workloads.ts";
import { runs } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

const count = runs(5, 1 / 10);
const scope = { namespace: undefined, olderThan: 300 };
const { rules } = knowledge;

const someKinds = fc.subarray(kinds.map(({ resource }) => resource));

/** The same, before these kinds were asked for. */
function without(snapshot: Snapshot, resources: readonly string[]): Snapshot {
  return { ...snapshot, readings: snapshot.readings.filter(({ resource }) => !resources.includes(resource)) };
}

const asText = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).sort();

function assertSame(one: Report, other: Report): void {
  assert.deepEqual(one.findings, other.findings);
  assert.deepEqual(asText(one.silenced), asText(other.silenced));
  assert.deepEqual(asText(one.unread), asText(other.unread));
}

test(`${count} generated clusters that are read in three steps`, () => {
  fc.assert(
    fc.property(clusters, workloads, someKinds, someKinds, someKinds, (some, more, late, later, hidden) => {
      const whole = snapshotOf([...some, ...more], hidden);
      const go = auditor(rules, scope, knowledge);
      allOf(go(without(whole, [...late, ...later]), "draft"));
      allOf(go(without(whole, later), "draft"));
      assertSame(allOf(go(whole)), audit(rules, scope, whole, knowledge));
    }),
    { numRuns: count },
  );
});

test("asked only about what it found something about, it finds the same", () => {
  fc.assert(
    fc.property(clusters, workloads, (some, more) => {
      const objects = [...some, ...more];
      const snapshot = snapshotOf(objects);
      const { findings } = audit(rules, scope, snapshot, knowledge);
      const only = objects.map(refOf);
      assert.deepEqual(allOf(auditor(rules, scope, knowledge, only)(snapshot)).findings, findings);
      const subjects = [
        ...new Map(findings.map(({ subject }) => [JSON.stringify(subject), subject])).values(),
      ];
      assert.deepEqual(allOf(auditor(rules, scope, knowledge, subjects)(snapshot)).findings, findings);
    }),
    { numRuns: count },
  );
});
