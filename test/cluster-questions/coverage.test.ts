/** Coverage is asked of an index; what it must say is what a walk over all readings says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { coverageOf } from "../../src/cluster/coverage.ts";
import type { Demand, Reading, Scope, Unread } from "../../src/cluster/index.ts";
import { covers } from "../../src/cluster/index.ts";

const resource = "v1/pods";

// Names that would be mixed up if they were only put next to each other.
const name = fc.constantFrom("a", "b", "a/b", "");
const scope: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant<Scope>({ of: "cluster" }),
  fc.record({ of: fc.constant("namespace" as const), namespace: name }),
  fc.record({ of: fc.constant("object" as const), name }),
  fc.record({ of: fc.constant("object" as const), name, namespace: name }),
  fc.record({ of: fc.constant("about" as const), name, namespace: name, kind: name }),
);
const reading: fc.Arbitrary<Reading> = fc.oneof(
  scope.map((of): Reading => ({ read: true, resource, scope: of, items: [] })),
  fc
    .tuple(
      scope,
      fc.constantFrom("Forbidden" as const, "NotServed" as const, "Unavailable" as const),
      fc.constantFrom({}, { detail: "first" }, { detail: "second" }),
    )
    .map(([of, reason, detail]): Reading => ({ read: false, resource, scope: of, reason, ...detail })),
);

function walked(readings: readonly Reading[], demand: Demand): Unread | undefined {
  const covering = readings.filter((each) => covers(each.scope, demand.scope));
  if (covering.some((each) => each.read || each.reason === "NotServed")) return undefined;
  const failed = covering.find((each) => !each.read);
  if (failed === undefined || failed.read) return { ...demand, reason: "NotCollected" };
  const { reason, detail } = failed;
  return { ...demand, reason, ...(detail === undefined ? {} : { detail }) };
}

test("what readings leave open is what a walk over all of them finds", () => {
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 6 }), scope, (readings, of) => {
      const coverage = coverageOf(readings);
      const demand: Demand = { resource, scope: of };
      const expected = walked(readings, demand);
      assert.deepEqual(coverage.unmet(demand), expected);
      assert.equal(coverage.answers(of), expected === undefined);
    }),
    { numRuns: 2000 },
  );
});
