/**
 * kubernetes/kubernetes pkg/kubelet/volumemanager/populator/desired_state_of_world_populator.go getPVCExtractPV and
 * getPVSpec, 1.36, case by case; test/e2e/storage/csimock/csi_kubelet_restart.go.
 */
import assert from "node:assert/strict";
import test from "node:test";
import type { MountRefusal } from "../../src/controllers/index.ts";
import { finalizerNames, mountRefusal } from "../../src/controllers/index.ts";
import type { PersistentVolume } from "../../src/kubernetes/index.ts";
import type { ClaimFacts } from "../support/objects.ts";
import { claim, claimRefTo, pod, volume } from "../support/objects.ts";

const finalizers = [finalizerNames.pvcProtection];
const bound: ClaimFacts = { phase: "Bound", volumeName: "pv-data", finalizers };
const named = volume({ phase: "Bound", claimRef: claimRefTo(claim()) });

interface Row {
  readonly name: string;
  readonly claim?: ClaimFacts;
  readonly volume?: PersistentVolume | "missing";
  readonly refusal: MountRefusal | undefined;
}

const rows: readonly Row[] = [
  { name: "Bound", refusal: undefined },
  {
    name: "deleted, still protected: mounted since 1.30",
    claim: { deletionTimestamp: true },
    refusal: undefined,
  },
  {
    name: "deleted, protection removed by force",
    claim: { deletionTimestamp: true, finalizers: ["example.com/other"] },
    refusal: "PVC is being deleted",
  },
  { name: "Lost", claim: { phase: "Lost" }, refusal: "PVC is not bound" },
  { name: "Pending", claim: { phase: "Pending", volumeName: "" }, refusal: "PVC is not bound" },
  { name: "the volume is gone", volume: "missing", refusal: "volume missing" },
  { name: "the volume names no claim", volume: volume(), refusal: "volume not reserved" },
  {
    name: "the volume names another claim",
    volume: volume({ claimRef: claimRefTo(claim({ uid: "other" })) }),
    refusal: "volume of another claim",
  },
];

test("kubelet: when a claim is not mounted", async (t) => {
  for (const { name, claim: facts, volume: seen = named, refusal } of rows) {
    await t.test(name, () => {
      const of = { by: "name", claim: claim({ ...bound, ...facts }) } as const;
      assert.equal(mountRefusal(pod(), of, seen), refusal);
    });
  }
});
