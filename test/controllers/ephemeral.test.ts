/** kubernetes/kubernetes pkg/controller/volume/ephemeral/controller_test.go TestSyncHandler, 1.36. */
import assert from "node:assert/strict";
import test from "node:test";
import type { PersistentVolumeClaim, Pod } from "../../src/kubernetes/index.ts";
import { claim, ownedBy, pod } from "../support/objects.ts";
import { decide } from "./decisions/decide.ts";

const user = pod({ ephemeral: ["scratch"] });
const owned = claim({ name: "web-0-scratch", ownerReferences: [ownedBy(user)] });

interface Row {
  readonly name: string;
  readonly pod?: Pod;
  readonly claim?: PersistentVolumeClaim;
  readonly outcome: "waits" | "nothing";
}

const rows: readonly Row[] = [
  { name: "create", pod: user, outcome: "waits" },
  { name: "no-such-pod", outcome: "nothing" },
  { name: "pod-deleted", pod: pod({ ephemeral: ["scratch"], deletionTimestamp: true }), outcome: "nothing" },
  { name: "no-volumes", pod: pod(), outcome: "nothing" },
  { name: "create-with-other-PVC", pod: user, outcome: "waits" },
  {
    name: "wrong-PVC-owner",
    pod: user,
    claim: claim({ name: "web-0-scratch", ownerReferences: [ownedBy(user, { uid: "other" })] }),
    outcome: "waits",
  },
  { name: "create-conflict: tried again", pod: user, outcome: "waits" },
  { name: "own: it is there", pod: user, claim: owned, outcome: "nothing" },
  {
    name: "own: a claim without an owner",
    pod: user,
    claim: claim({ name: "web-0-scratch" }),
    outcome: "waits",
  },
];

test("ephemeral volumes: TestSyncHandler", async (t) => {
  for (const { name, pod: subject, claim: found, outcome } of rows) {
    await t.test(name, () => {
      const others = found === undefined ? [] : [found];
      const reached = subject === undefined ? [] : decide("ephemeral-volume-controller", subject, others);
      assert.deepEqual(reached, outcome === "waits" ? ["waits for web-0-scratch"] : []);
    });
  }
});
