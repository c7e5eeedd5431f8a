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

/** When the claim loses its finalizer, as the prediction says. */
function whenOf(pods: number): string {
  const users = Array.from({ length: pods }, (_, at) =>
    pod({ name: `user-${String(at).padStart(2, "0")}`, claims: ["data"] }),
  );
  const { next } = diagnosisOf([leaving, ...users]);
  const step = next.find(({ controller }) => controller === "pvc-protection-controller");
  return flatten(step?.when ?? [], (data) => data);
}

test("eight conditions of a step are named", () => {
  assert.match(whenOf(8), /user-07 \(shop\) are deleted$/);
  assert.doesNotMatch(whenOf(8), /more/);
});

test("more than eight are counted: thousands of pods can name one claim, in every step", () => {
  assert.match(whenOf(20), /user-07 \(shop\) are deleted and when 12 more conditions are met$/);
  assert.doesNotMatch(whenOf(20), /user-08/);
});
