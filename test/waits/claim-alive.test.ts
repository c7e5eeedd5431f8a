/** A volume whose phase says that its claim is gone, while the claim with the uid in its claimRef lives. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { finalizerNames } from "../../src/controllers/index.ts";
import { diagnosisOf, rootsOf } from "../support/diagnose.ts";
import type { VolumeFacts } from "../support/objects.ts";
import { claim, volume } from "../support/objects.ts";

const lost = claim({ uid: "u1", phase: "Lost" });
const another = claim({ uid: "u2", phase: "Lost" });
const hostPath: VolumeFacts = {
  claimRef: { namespace: "shop", name: "data", uid: "u1" },
  finalizers: [finalizerNames.pvController],
  spec: { persistentVolumeReclaimPolicy: "Delete", hostPath: { path: "/tmp/x" } },
  annotations: { "pv.kubernetes.io/provisioned-by": "kubernetes.io/host-path" },
};
const failed = volume({ ...hostPath, phase: "Failed", deletionTimestamp: true });
const released = volume({ ...hostPath, phase: "Released", deletionTimestamp: true });

function reasonsOf(objects: Parameters<typeof diagnosisOf>[0]): readonly string[] {
  return diagnosisOf(objects).holds.map(({ reason }) => reason);
}

test("neither a Failed nor a Released volume is reclaimed before its claim", () => {
  assert.deepEqual(reasonsOf([failed, lost]), [
    "InTreeClaimAlive",
    "FailedUnderClaim",
    "LostWithoutVolumeName",
  ]);
  assert.deepEqual(reasonsOf([released, lost])[0], "InTreeClaimAlive");
});

test("a claim of that name with another uid holds nothing", () => {
  assert.equal(reasonsOf([failed, another])[0], "InTreeDeletionComesFirst");
  assert.equal(reasonsOf([failed])[0], "InTreeDeletionComesFirst");
});

test("without the claims it cannot be told", () => {
  const roots = rootsOf(diagnosisOf([failed], ["v1/persistentvolumeclaims"]));
  assert.ok(roots.every((root) => root.startsWith("CouldNotRead")));
});
