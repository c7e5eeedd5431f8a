/** kubernetes-csi/external-provisioner pkg/controller/clone_controller_test.go, v6.3. */
import assert from "node:assert/strict";
import test from "node:test";
import { finalizerNames, isCloneInProgress, isCloneSourceChecked } from "../../src/controllers/index.ts";
import type { PersistentVolumeClaim } from "../../src/kubernetes/index.ts";
import type { ClaimFacts } from "../support/objects.ts";
import { claim } from "../support/objects.ts";

const finalizers = [finalizerNames.cloningProtection];
const dying = { name: "source", finalizers, deletionTimestamp: true } as const;
const clone = (facts: ClaimFacts) =>
  claim({ name: "clone", spec: { dataSource: { kind: "PersistentVolumeClaim", name: "source" } }, ...facts });

interface Row {
  readonly name: string;
  readonly source?: ClaimFacts;
  readonly clones: readonly PersistentVolumeClaim[];
  readonly outcome: "removed" | "kept" | "not looked at";
}

const removalRows: readonly Row[] = [
  {
    name: "delete source pvc with no cloning in progress",
    clones: [clone({ phase: "Bound" })],
    outcome: "removed",
  },
  {
    name: "delete source pvc when destination pvc status is claim pending",
    clones: [clone({ phase: "Pending" })],
    outcome: "kept",
  },
  {
    name: "delete source pvc when at least one destination pvc status is claim pending",
    clones: [clone({ phase: "Bound" }), clone({ name: "clone1", phase: "Pending" })],
    outcome: "kept",
  },
  {
    name: "delete source pvc located in another namespace should not block",
    source: { namespace: "other" },
    clones: [clone({ phase: "Pending" })],
    outcome: "removed",
  },
  { name: "delete source pvc which is not cloned by any other pvc", clones: [], outcome: "removed" },
  {
    name: "delete source pvc without finalizer",
    source: { finalizers: [] },
    clones: [],
    outcome: "not looked at",
  },
];

const ownRows: readonly Row[] = [
  {
    name: "a clone by dataSourceRef alone does not protect its source",
    clones: [
      claim({ spec: { dataSourceRef: { kind: "PersistentVolumeClaim", name: "source" } }, phase: "Pending" }),
    ],
    outcome: "removed",
  },
  {
    name: "a clone without a phase does not",
    clones: [clone({ phase: "" })],
    outcome: "removed",
  },
];

function outcome(source: PersistentVolumeClaim, clones: readonly PersistentVolumeClaim[]): Row["outcome"] {
  if (!isCloneSourceChecked(source)) return "not looked at";
  return clones.some((each) => isCloneInProgress(each, source)) ? "kept" : "removed";
}

test("cloning-protection: TestCloneFinalizerRemoval", async (t) => {
  for (const { name, source, clones, outcome: expected } of [...removalRows, ...ownRows]) {
    await t.test(name, () => assert.equal(outcome(claim({ ...dying, ...source }), clones), expected));
  }
});

test("cloning-protection: TestEnqueueClaimUpadate", async (t) => {
  await t.test("enqueue claim with deletionTimestamp", () =>
    assert.equal(isCloneSourceChecked(claim(dying)), true),
  );
  await t.test("enqueue claim without deletionTimestamp", () =>
    assert.equal(isCloneSourceChecked(claim({ finalizers })), false),
  );
});
