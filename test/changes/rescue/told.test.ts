/** What else a step of a rescue does, or means for the pods afterwards, is said with it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { stepsAhead } from "../../../src/changes/rescue/index.ts";
import { controllers } from "../../../src/controllers/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { flatten } from "../../../src/kubernetes/index.ts";
import { ownedBy, pod } from "../../support/objects.ts";
import { begun, clusterOf, ofClaim, pair, setOf } from "./situation.ts";

function why(stage: string, claim: string, objects: readonly KubeObject[]): string {
  const rescue = begun(ofClaim(claim), objects);
  assert.ok("pairs" in rescue);
  const step = stepsAhead(rescue, clusterOf(objects), controllers).steps.find((each) => each.stage === stage);
  return step === undefined ? "" : flatten(step.why, String);
}

test("that the claims of stopped pods are kept from going along, and until when", () => {
  const deleted = pair({ name: "data-web-0", claim: "deleted" });
  const kept = [...deleted, ...setOf(1, "Delete")];
  assert.match(
    why("stop", "data-web-0", kept),
    /With whenScaled: Delete, the claims of all stopped pods would be deleted, so the same write sets it to Retain until the end\./,
  );
  assert.match(
    why("start", "data-web-0", kept),
    /is scaled back to 1 replica, and whenScaled is set back to Delete\.$/,
  );
  for (const stage of ["stop", "start"])
    assert.doesNotMatch(why(stage, "data-web-0", [...deleted, ...setOf(1)]), /whenScaled/);
});

test("that the claim of an ephemeral volume comes back without its pod", () => {
  const [claim, volume] = pair({ claim: "deleted" });
  const owner = ownedBy(pod({ name: "train-0" }));
  const ephemeral = { ...claim, metadata: { ...claim.metadata, ownerReferences: [owner] } };
  assert.match(
    why("create-claim", "data", [ephemeral, volume]),
    /It was the claim of an ephemeral volume of Pod\/train-0, and is created without that owner\. It exists until you delete it, and until then a pod with the same name and that volume does not start\.$/,
  );
  assert.doesNotMatch(why("create-claim", "data", [claim, volume]), /ephemeral/);
});
