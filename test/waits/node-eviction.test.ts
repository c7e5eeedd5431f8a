/** Whose eviction the API server or Karpenter refuses. The cases of budgets are those of upstream's eviction_test.go. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { KubeObject, Pod, PodDisruptionBudget, Resource } from "../../src/kubernetes/index.ts";
import { diagnosisOf, rootsOf, textOf } from "../support/diagnose.ts";
import { claim, claimRefTo, ebs, node, pod, volume } from "../support/objects.ts";

const plain = node();
const cordoned = { ...plain, spec: { unschedulable: true } };
const bound = claim({ phase: "Bound", volumeName: "pv-data" });
const disk = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(bound) });

function running(ready: "True" | "False", annotations: { readonly [key: string]: string } = {}): Pod {
  const made = pod({
    name: "db-0",
    claims: ["data"],
    status: { conditions: [{ type: "Ready", status: ready }] },
  });
  return { ...made, metadata: { ...made.metadata, labels: { app: "db" }, annotations } };
}

function budget(
  status: PodDisruptionBudget["status"],
  spec: PodDisruptionBudget["spec"] = {},
): PodDisruptionBudget {
  return {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: "db", namespace: bound.metadata.namespace ?? "", uid: "pdb-1" },
    spec: { selector: { matchLabels: { app: "db" } }, ...spec },
    status,
  };
}

const full = { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1 };
const short = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 1 };
const why = (objects: readonly [KubeObject, ...KubeObject[]], hidden: readonly Resource[] = []) =>
  diagnosisOf([...objects, bound, disk, node({ name: "node-b" })], hidden);

describe("a cordoned node", () => {
  test("is held by a budget that allows no disruption of a Ready pod", () => {
    for (const status of [full, short, undefined])
      assert.deepEqual(rootsOf(why([cordoned, running("True"), budget(status)])), [
        "BudgetAllowsNoEviction blocked",
      ]);
  });

  test("says of a budget that has enough healthy pods why it may allow no disruption all the same", () => {
    const unowned = why([
      cordoned,
      running("True"),
      budget({ disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 0 }),
    ]);
    assert.match(textOf(unowned.verdict.summary), /although +it needs +0 .*has +1 .*no owner with a scale/);
  });

  test("is held for a pod that is not Ready only if its budget lacks healthy pods", () => {
    assert.deepEqual(rootsOf(why([cordoned, running("False"), budget(full)])), []);
    assert.deepEqual(rootsOf(why([cordoned, running("False"), budget(short)])), [
      "BudgetAllowsNoEviction blocked",
    ]);
    const always = budget(short, { unhealthyPodEvictionPolicy: "AlwaysAllow" });
    assert.deepEqual(rootsOf(why([cordoned, running("False"), always])), []);
  });

  test("is not held by a budget that allows one, or selects others", () => {
    const others = [
      budget({ ...full, disruptionsAllowed: 1 }),
      budget(full, { selector: { matchLabels: { app: "web" } } }),
      budget(full, { selector: undefined }),
    ];
    for (const other of others) assert.deepEqual(rootsOf(why([cordoned, running("True"), other])), []);
  });

  test("is held by a budget that its controller has not looked at since it was changed", () => {
    const changed = (observedGeneration: number | undefined, status = { ...full, disruptionsAllowed: 1 }) => {
      const made = budget({ ...status, ...(observedGeneration === undefined ? {} : { observedGeneration }) });
      return { ...made, metadata: { ...made.metadata, generation: 3 } };
    };
    for (const observed of [undefined, 2]) {
      const diagnosis = why([cordoned, running("True"), changed(observed)]);
      assert.deepEqual(rootsOf(diagnosis), ["BudgetAllowsNoEviction blocked"]);
      assert.match(textOf(diagnosis.verdict.summary), /has not looked at .*refuses every eviction/);
    }
    assert.deepEqual(rootsOf(why([cordoned, running("True"), changed(3)])), []);
    // Of a pod that is not Ready, what the budget counts is looked at first.
    assert.deepEqual(rootsOf(why([cordoned, running("False"), changed(2, full)])), []);
  });

  test("is held by two budgets for one pod, whatever they allow", () => {
    const allowing = budget({ ...full, disruptionsAllowed: 1 });
    const second = { ...allowing, metadata: { ...allowing.metadata, name: "db-2", uid: "pdb-2" } };
    const diagnosis = why([cordoned, running("True"), allowing, second]);
    assert.equal(diagnosis.roots.length, 2);
    assert.match(textOf(diagnosis.verdict.summary), /2 *PodDisruptionBudgets select it/);
  });

  test("is not known to be free where budgets were not read", () => {
    assert.deepEqual(rootsOf(why([cordoned, running("True")], ["policy/v1/poddisruptionbudgets"])), [
      "CouldNotRead unknown",
    ]);
  });
});

describe("do-not-disrupt", () => {
  const deleted = node({ deletionTimestamp: true, finalizers: ["karpenter.sh/termination"] });
  const marked = (value: string) => running("True", { "karpenter.sh/do-not-disrupt": value });

  test("keeps a node that Karpenter deletes, and no node that a person drains", () => {
    const reasons = (on: KubeObject, value: string) =>
      why([on, marked(value)]).roots.map(({ reason }) => reason);
    assert.ok(reasons(deleted, "true").includes("PodNotToBeDisrupted"));
    assert.ok(!reasons(deleted, "30m").includes("PodNotToBeDisrupted"));
    assert.deepEqual(reasons(cordoned, "true"), []);
  });
});
