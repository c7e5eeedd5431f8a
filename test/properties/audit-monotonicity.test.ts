/** Reading less never makes a rule pass over something in silence. */
import { test } from "node:test";
import fc from "fast-check";
import { kinds } from "../../src/kubernetes/index.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { workloads } from "../support/arbitrary-workloads.ts";
import { assertNothingUnsaid, auditedWhole } from "../support/blindness.ts";
import { runs } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

// Each audit asks every rule about every object: it takes five times as long as a diagnosis.
const count = runs(6, 1 / 10);

const hidden = fc.constantFrom(...kinds.map(({ resource }) => resource));

test(`hiding any one list in ${count} generated clusters: what is lost is said, and nothing false is certain`, () => {
  fc.assert(
    fc.property(clusters, workloads, hidden, (some, more, resource) => {
      const objects = [...some, ...more];
      const whole = auditedWhole(snapshotOf(objects));
      assertNothingUnsaid(whole, auditedWhole(snapshotOf(objects, [resource])), resource);
    }),
    { numRuns: count },
  );
});
