/** What goes on with more than it had ends where what had everything from the start ends: `why` and `blockers`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Foretold, Interruptible } from "../../src/analysis/index.ts";
import { allOf, reporter } from "../../src/analysis/index.ts";
import type { Snapshot } from "../../src/cluster/index.ts";
import { blockersOf } from "../../src/commands/blockers/list.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { kinds } from "../../src/kubernetes/index.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { workloads } from "../support/arbitrary-workloads.ts";
import { runs } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

const count = runs(2, 1 / 60);

const someKinds = fc.subarray(kinds.map(({ resource }) => resource));
const foretold = fc.constantFrom<Foretold>(
  "step by step",
  "step by step where unhealthy",
  "in a sentence",
  "not at all",
);

/** The same, before these kinds were asked for. */
function without(snapshot: Snapshot, resources: readonly string[]): Snapshot {
  return { ...snapshot, readings: snapshot.readings.filter(({ resource }) => !resources.includes(resource)) };
}

type Begin = (objects: readonly KubeObject[]) => (snapshot: Snapshot) => Interruptible<unknown>;

function assertResumed(begin: Begin, objects: readonly KubeObject[], snapshots: readonly Snapshot[]): void {
  const going = begin(objects);
  const resumed = snapshots.map((snapshot) => allOf(going(snapshot)));
  for (const [step, snapshot] of snapshots.entries())
    assert.deepEqual(resumed[step], allOf(begin(objects)(snapshot)));
}

test(`${count} generated clusters that are read in three steps`, () => {
  fc.assert(
    fc.property(
      clusters,
      workloads,
      someKinds,
      someKinds,
      someKinds,
      foretold,
      (some, more, late, later, hidden, told) => {
        const objects = [...some, ...more];
        const whole = snapshotOf(objects, hidden);
        const snapshots = [without(whole, [...late, ...later]), without(whole, later), whole];
        const diagnosing: Begin = (about) => reporter(about, knowledge, told);
        for (const begin of [diagnosing, blockersOf]) assertResumed(begin, objects, snapshots);
      },
    ),
    { numRuns: count },
  );
});
