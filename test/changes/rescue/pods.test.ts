/** Who may make a pod again that has to stop for a rescue, and who makes none. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { stepsAhead } from "../../../src/changes/rescue/index.ts";
import { controllers } from "../../../src/controllers/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { flatten } from "../../../src/kubernetes/index.ts";
import { job, ownedBy, pod } from "../../support/objects.ts";
import { begun, clusterOf, deploymentUsing, ofClaim, pair } from "./situation.ts";

const cluster = {
  apiVersion: "postgresql.cnpg.io/v1",
  kind: "Cluster",
  metadata: { name: "pg", namespace: "shop", uid: "pg-uid" },
};
const run = pod({ claims: ["data"], ownerReferences: [ownedBy(cluster)] });
const ofJob = pod({ claims: ["data"], ownerReferences: [ownedBy(job())] });
const alone = pod({ claims: ["data"] });

/** Why a step is done, as it is told. */
function why(stage: string, objects: readonly KubeObject[], accepted: readonly string[] = []): string {
  const all = [...pair({ claim: "deleted" }), ...objects];
  const rescue = begun(ofClaim(), all, { accepted });
  assert.ok("pairs" in rescue);
  const step = stepsAhead(rescue, clusterOf(all), controllers).steps.find((each) => each.stage === stage);
  return step === undefined ? "" : flatten(step.why, String);
}

test("a person hears who may make the pod again, or an empty claim", () => {
  assert.match(
    why("pods-gone", [run]),
    /knows how to stop it\. Cluster\/pg may create it again, or create an empty claim with the same name\. Stop that, or stop its operator\.$/,
  );
  assert.match(
    why("pods-gone", [ofJob]),
    /knows how to stop it\. Job\/import may create it again: a new pod waits until the claim is back\.$/,
  );
  assert.match(why("pods-gone", [alone]), /knows how to stop it\.$/);
});

test("before a pod is deleted it is said who makes it again", () => {
  const deleted = ["DeletesPods"];
  assert.match(
    why("delete-pod", [run], deleted),
    /^It holds the claim\. Cluster\/pg may create it again: a new pod waits until the claim is back\./,
  );
  assert.equal(
    why("delete-pod", [alone], deleted),
    "It holds the claim. Nothing creates it again. Its manifest is in the backup.",
  );
});

test("a Deployment makes no claims, and is not said to", () => {
  assert.equal(why("stop", deploymentUsing("data")), "The claim cannot be deleted while pods use it.");
});
