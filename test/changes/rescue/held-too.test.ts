/** A rescue says before it begins what it would wait for without success. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { stepsAhead } from "../../../src/changes/rescue/index.ts";
import { controllers } from "../../../src/controllers/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { flatten } from "../../../src/kubernetes/index.ts";
import { pod } from "../../support/objects.ts";
import { begun, clusterOf, ofClaim, pair } from "./situation.ts";

const held = (object: KubeObject, finalizer: string): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, finalizers: [...(object.metadata.finalizers ?? []), finalizer] },
});

function why(stage: string, objects: readonly KubeObject[]): string {
  const rescue = begun(ofClaim(), objects);
  assert.ok("pairs" in rescue);
  const step = stepsAhead(rescue, clusterOf(objects), controllers).steps.find((each) => each.stage === stage);
  return step === undefined ? "" : flatten(step.why, String);
}

const [claim, volume] = pair({ claim: "deleted", volume: "deleted" });
const snapshots = "snapshot.storage.kubernetes.io/pvc-as-source-protection";

test("a finalizer of another owner is named, and where to look", () => {
  assert.match(
    why("claim-gone", [held(claim, snapshots), volume]),
    /It also waits for snapshot\.storage\.kubernetes\.io\/pvc-as-source-protection, which this rescue does not remove\. Before you begin, run: kubectl pvguard why pvc\/data -n shop$/,
  );
  assert.match(
    why("volume-gone", [claim, held(volume, "backup.example.com/keep")]),
    /It also waits for backup\.example\.com\/keep, .* kubectl pvguard why pv\/pv-data$/,
  );
});

test("what goes by itself is not named", () => {
  for (const stage of ["claim-gone", "volume-gone"])
    assert.doesNotMatch(why(stage, [claim, held(volume, "external-attacher/x")]), /It also waits for/);
});

test("a finalizer of another owner on a pod is named, and not that of its Job", () => {
  const user = pod({ claims: ["data"], nodeName: "node-a", deletionTimestamp: true });
  const tracked = held(user, "batch.kubernetes.io/job-tracking");
  assert.match(
    why("pods-gone", [claim, volume, held(tracked, "backup.example.com/keep")]),
    /unmounted its volumes\. pod\/web-0 also waits for backup\.example\.com\/keep, which this rescue does not remove\. Before you begin, run: kubectl pvguard why pod\/web-0 -n shop$/,
  );
  assert.doesNotMatch(why("pods-gone", [claim, volume, tracked]), /also waits for/);
});
