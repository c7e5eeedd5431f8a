import assert from "node:assert/strict";
import test from "node:test";
import { finalizerNames } from "../../../src/controllers/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { claim, claimRefTo, volume } from "../../support/objects.ts";
import { runForward } from "./run.ts";

const bound = claim({
  phase: "Bound",
  volumeName: "pv-that-does-not-exist",
  finalizers: [finalizerNames.pvcProtection],
});
const [first, second] = ["pv-first", "pv-second"].map((name) =>
  volume({
    name,
    phase: "Pending",
    policy: "Retain",
    finalizers: [finalizerNames.pvProtection],
    claimRef: claimRefTo(bound),
  }),
) as [KubeObject, KubeObject];

const phases = (order: readonly KubeObject[]) =>
  runForward(order, [{ delete: bound }]).moves.filter((move) => move.startsWith("pv-"));

test("those that are named first have their turns first, whatever they lead to", () => {
  assert.deepEqual(phases([first, second, bound]), [
    "pv-first becomes Available",
    "pv-second becomes Available",
  ]);
  assert.deepEqual(phases([bound, first, second]), [
    "pv-first becomes Released",
    "pv-second becomes Released",
  ]);
  assert.deepEqual(phases([first, bound, second]), [
    "pv-first becomes Available",
    "pv-second becomes Released",
  ]);
});
