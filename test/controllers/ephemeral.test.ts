/** kubernetes/kubernetes pkg/controller/volume/ephemeral/controller_test.go TestSyncHandler, 1.36. */
import assert from "node:assert/strict";
import test from "node:test";
import { ephemeralClaim, ephemeralVolumesOf } from "../../src/controllers/index.ts";
import type { PersistentVolumeClaim, Pod } from "../../src/model/index.ts";
import { claim, ownedBy, pod } from "../support/objects.ts";

const user = pod({ ephemeral: ["scratch"] });
const owned = claim({ name: "web-0-scratch", ownerReferences: [ownedBy(user)] });

interface Row {
  readonly name: string;
  readonly pod?: Pod;
  readonly claim?: PersistentVolumeClaim;
  readonly outcome: "create" | "exists" | "foreign" | "nothing";
}

const rows: readonly Row[] = [
  { name: "create", pod: user, outcome: "create" },
  { name: "no-such-pod", outcome: "nothing" },
  { name: "pod-deleted", pod: pod({ ephemeral: ["scratch"], deletionTimestamp: true }), outcome: "nothing" },
  { name: "no-volumes", pod: pod(), outcome: "nothing" },
  { name: "create-with-other-PVC", pod: user, outcome: "create" },
  {
    name: "wrong-PVC-owner",
    pod: user,
    claim: claim({ name: "web-0-scratch", ownerReferences: [ownedBy(user, { uid: "other" })] }),
    outcome: "foreign",
  },
  { name: "create-conflict: tried again", pod: user, outcome: "create" },
  { name: "own: it is there", pod: user, claim: owned, outcome: "exists" },
  {
    name: "own: a claim without an owner",
    pod: user,
    claim: claim({ name: "web-0-scratch" }),
    outcome: "foreign",
  },
];

test("ephemeral volumes: TestSyncHandler", async (t) => {
  for (const { name, pod: subject, claim: found = "missing", outcome } of rows) {
    await t.test(name, () => {
      const volumes = subject === undefined ? [] : ephemeralVolumesOf(subject);
      const reached =
        subject === undefined || volumes.length === 0 ? "nothing" : ephemeralClaim(subject, found);
      assert.equal(reached, outcome);
    });
  }
});
