/** Why a StatefulSet keeps what its tool wants to change, and what becomes of its claims with the way out. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { report } from "../../src/analysis/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, OtherObject, StatefulSet } from "../../src/kubernetes/index.ts";
import { claim, claimRefTo, ebs, pod, statefulSet, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const plain = statefulSet({ replicas: 1 });
const set: StatefulSet = {
  ...plain,
  metadata: {
    ...plain.metadata,
    labels: {
      "helm.toolkit.fluxcd.io/name": "web",
      "helm.toolkit.fluxcd.io/namespace": "flux",
      "argocd.argoproj.io/instance": "web",
    },
  },
  spec: {
    ...plain.spec,
    persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete", whenScaled: "Retain" },
  },
};
const owner = {
  apiVersion: "apps/v1",
  kind: "StatefulSet",
  name: "web",
  uid: set.metadata.uid,
  controller: true,
};
const owned = claim({ name: "data-web-0", phase: "Bound", volumeName: "pv-0", ownerReferences: [owner] });
const objects: readonly KubeObject[] = [
  owned,
  volume({ name: "pv-0", phase: "Bound", spec: ebs, claimRef: claimRefTo(owned) }),
  pod({ name: "web-0", ownerReferences: [owner], claims: ["data-web-0"] }),
  { apiVersion: "v1", kind: "Node", metadata: { name: "node-a", uid: "node-a" } },
];

const refused = (name: string) =>
  `cannot patch "${name}" with kind StatefulSet: StatefulSet.apps "${name}" is invalid: spec: Forbidden: updates to statefulset spec for fields other than 'replicas' are forbidden`;

const release = (message: string, metadata: Partial<OtherObject["metadata"]> = {}): OtherObject => ({
  apiVersion: "helm.toolkit.fluxcd.io/v2",
  kind: "HelmRelease",
  metadata: { name: "web", namespace: "flux", uid: "hr-1", ...metadata },
  status: { conditions: [{ type: "Ready", status: "False", reason: "UpgradeFailed", message }] },
});

const application = (message: string, kind = "StatefulSet"): OtherObject => ({
  apiVersion: "argoproj.io/v1alpha1",
  kind: "Application",
  metadata: { name: "web", namespace: "argocd", uid: "app-1" },
  status: {
    conditions: [{ type: "SyncError", message }],
    resources: [{ kind, namespace: set.metadata.namespace, name: "web" }],
  },
});

function why(...otherOwners: readonly OtherObject[]) {
  const [diagnosis] = report([set], { ...snapshotOf([set, ...objects]), otherOwners }, knowledge).diagnoses;
  if (diagnosis === undefined) throw new Error("no diagnosis");
  return diagnosis;
}

describe("a StatefulSet whose tool", () => {
  test("says that its change was refused is told as that", () => {
    for (const tool of [release(refused("web")), application(refused("web"))]) {
      const { verdict, roots } = why(tool);
      assert.equal(verdict.reason, "SetChangeRefused");
      assert.deepEqual(
        roots.map(({ holder }) => ("object" in holder ? holder.object.kind : "")),
        [tool.kind],
      );
    }
  });

  test("says so of another set, or does not list this one, is not", () => {
    const others = [
      release(refused("web-cache")),
      release(refused("web"), { namespace: "other" }),
      release("upgrade retries exhausted"),
      application(refused("web"), "Deployment"),
    ];
    for (const other of others) assert.equal(why(other).verdict.category, "healthy");
    assert.equal(why().verdict.category, "healthy");
  });

  test("is created again without the loss of claims that it owns, and deleted only with them", () => {
    const diagnosis = why(release(refused("web")));
    const remedy = diagnosis.remedies.find(({ name }) => name === "recreate-set");
    assert.equal(remedy?.safety, "risky");
    assert.equal(remedy?.follows, undefined);
    assert.ok(remedy?.commands.some(({ argv }) => argv.includes("--cascade=orphan")));
    assert.equal(diagnosis.ifDeleted?.fate?.data, "destroyed");
  });
});
