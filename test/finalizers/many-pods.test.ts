import assert from "node:assert/strict";
import { test } from "node:test";
import { finalizerNames } from "../../src/controllers/index.ts";
import { flatten } from "../../src/kubernetes/index.ts";
import { diagnosisOf } from "../support/diagnose.ts";
import { claim, pod } from "../support/objects.ts";

const leaving = claim({
  phase: "Bound",
  deletionTimestamp: true,
  finalizers: [finalizerNames.pvcProtection],
});

function podsOf(count: number, kind: "scheduled" | "unscheduled") {
  return Array.from({ length: count }, (_, at) =>
    pod({
      name: `${kind}-${String(at).padStart(4, "0")}`,
      claims: ["data"],
      ...(kind === "scheduled" ? {} : { nodeName: "", phase: "Pending" as const }),
    }),
  );
}

function diagnosed(bystanders: number) {
  return diagnosisOf([leaving, ...podsOf(20, "scheduled"), ...podsOf(bystanders, "unscheduled")]);
}

function avoided(bystanders: number): readonly string[] {
  return diagnosed(bystanders).avoid.map(({ step, because }) =>
    flatten([...step, ...because], (data) => data),
  );
}

test("pods that only wait for the claim are named, up to eight", () => {
  assert.equal(avoided(8).length, 1 + 8);
  assert.match(avoided(8).at(-1) ?? "", /^delete pod\/unscheduled-0007 /);
});

test("more of them are counted", () => {
  assert.equal(avoided(3000).length, 1 + 8 + 1);
  assert.match(avoided(3000).at(-1) ?? "", /^delete 2992 more pods that refer to the claim/);
  assert.match(avoided(9).at(-1) ?? "", /^delete 1 more pod that refers to the claim/);
});

test("what must not be done is one list for all pods that hold the claim, or memory runs out with thousands", () => {
  assert.equal(new Set(diagnosed(3000).holds.map(({ avoid }) => avoid)).size, 1);
});
