/** A tool or an operator can restart what a rescue stops: that is said before, and no other claim is deleted by it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { stepsAhead } from "../../../src/changes/rescue/index.ts";
import { controllers } from "../../../src/controllers/index.ts";
import type { KubeObject, ObjectMeta } from "../../../src/kubernetes/index.ts";
import { flatten } from "../../../src/kubernetes/index.ts";
import { begun, clusterOf, deploymentUsing, ofClaim, pair, setOf, stepsOf } from "./situation.ts";

const argo = { labels: { "argocd.argoproj.io/instance": "shop" } };
const flux = { labels: { "kustomize.toolkit.fluxcd.io/name": "apps" } };
const helm = { labels: { "helm.toolkit.fluxcd.io/name": "web" } };
const idle = {
  ...flux,
  annotations: { "kustomize.toolkit.fluxcd.io/reconcile": "disabled" },
};
const owned = (controller: boolean) => ({
  ownerReferences: [
    { apiVersion: "db.example.com/v1", kind: "Cluster", name: "pg", uid: "pg-uid", controller },
  ],
});

/** The first object with more metadata. */
function marked([first, ...rest]: readonly KubeObject[], more: Partial<ObjectMeta>): readonly KubeObject[] {
  assert.ok(first !== undefined);
  return [{ ...first, metadata: { ...first.metadata, ...more } }, ...rest];
}

function stopOf(claim: string, objects: readonly KubeObject[]): string {
  const rescue = begun(ofClaim(claim), objects);
  assert.ok("pairs" in rescue);
  const step = stepsAhead(rescue, clusterOf(objects), controllers).steps.find(
    ({ stage }) => stage === "stop",
  );
  assert.ok(step !== undefined);
  return flatten([...step.why, ...(step.instead ?? [])], String);
}

const deleted = pair({ claim: "deleted" });
const ofWeb = pair({ name: "data-web-1", claim: "deleted" });
const beside = pair({ name: "data-web-0" });

test("who may start the workload again is named before it is stopped", () => {
  const rows: readonly (readonly [Partial<ObjectMeta>, string])[] = [
    [argo, "Argo CD (application shop)"],
    [flux, "Flux (Kustomization apps)"],
    [helm, "Flux (HelmRelease web)"],
    [owned(false), "Cluster/pg"],
  ];
  for (const [more, name] of rows) {
    const said = stopOf("data", [...deleted, ...marked(deploymentUsing("data"), more)]);
    assert.ok(said.includes(`${name} may start it again`), said);
    assert.match(said, /Prevent that before you begin/);
  }
});

test("nothing is said of a tool that leaves the workload alone", () => {
  for (const more of [{}, idle])
    assert.doesNotMatch(
      stopOf("data", [...deleted, ...marked(deploymentUsing("data"), more)]),
      /start it again/,
    );
});

test("a set that drops claims is not stopped where a tool may set that back: other claims would go", () => {
  const objects = [...ofWeb, ...beside, ...marked(setOf(3, "Delete"), argo)];
  const third = pair({ name: "data-web-2" });
  const steps = stepsOf(ofClaim("data-web-1"), [...objects, ...third]);
  assert.deepEqual(steps.slice(0, 2), [
    'retain pv-data-web-1 replace /spec/persistentVolumeReclaimPolicy "Retain"',
    "(person) stop web",
  ]);
  const said = stopOf("data-web-1", [...objects, ...third]);
  assert.match(said, /whenScaled: Delete.*Argo CD \(application shop\).*data-web-2.* would be deleted/);
  assert.match(said, /Set whenScaled to Retain in its manifest/);
});

test("it is stopped where only claims go that the rescue brings back", () => {
  const objects = [...ofWeb, ...beside, ...marked(setOf(2, "Delete"), argo)];
  assert.ok(stepsOf(ofClaim("data-web-1"), objects).some((step) => step.startsWith("stop web")));
});

test("who stops it through its operator is told what whenScaled: Delete does to the other claims", () => {
  const third = pair({ name: "data-web-2" });
  const run = (whenScaled: "Delete" | "Retain") =>
    stopOf("data-web-1", [...ofWeb, ...beside, ...third, ...marked(setOf(3, whenScaled), owned(true))]);
  assert.match(
    run("Delete"),
    /With whenScaled: Delete, .*data-web-2.* would be deleted.*Set whenScaled to Retain first/,
  );
  assert.doesNotMatch(run("Retain"), /whenScaled/);
});
