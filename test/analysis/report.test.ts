import assert from "node:assert/strict";
import { test } from "node:test";
import { report } from "../../src/analysis/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import { claim, pod } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const deleted = "2026-11-20T10:00:00Z";
const held = claim({
  name: "data",
  namespace: "shop",
  deletionTimestamp: deleted,
  finalizers: ["kubernetes.io/pvc-protection"],
});
const finished = pod({
  name: "import",
  namespace: "shop",
  nodeName: "n1",
  phase: "Succeeded",
  claims: ["data"],
});

function diagnose(...[objects, hidden]: Parameters<typeof snapshotOf>) {
  const made = report([held], snapshotOf(objects, hidden), knowledge);
  const [diagnosis] = made.diagnoses;
  assert.ok(diagnosis !== undefined);
  return { diagnosis, unread: made.unread };
}

test("a finished pod holds a claim, and is its root cause", () => {
  const { diagnosis } = diagnose([held, finished]);
  assert.equal(diagnosis.state, "Terminating");
  assert.equal(diagnosis.since, deleted);
  assert.deepEqual(
    diagnosis.roots.map(({ reason, category }) => [reason, category]),
    [["FinishedPodUsesClaim", "blocked"]],
  );
});

test("an unread pod list is not an empty one", () => {
  const { diagnosis, unread } = diagnose([held], ["v1/pods"]);
  assert.equal(diagnosis.verdict.category, "unknown");
  assert.deepEqual(diagnosis.remedies, []);
  assert.deepEqual(
    unread.map(({ resource, reason }) => [resource, reason]),
    [["v1/pods", "Forbidden"]],
  );
});

test("a claim that nothing holds waits for its controller, which can be nudged", () => {
  const { diagnosis } = diagnose([held]);
  assert.equal(diagnosis.verdict.reason, "ControllerNotActing");
  assert.deepEqual(
    diagnosis.remedies.map(({ name, safety }) => [name, safety]),
    [
      ["nudge", "safe"],
      ["drop-finalizer", "risky"],
    ],
  );
  assert.ok(diagnosis.next.some(({ controller }) => controller === "pvc-protection-controller"));
});
