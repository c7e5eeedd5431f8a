import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createCluster } from "../../src/cluster/index.ts";
import { setsOfClaim, toolDeletion } from "../../src/controllers/index.ts";
import { claim, statefulSet } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const own = "shop:/PersistentVolumeClaim:shop/data";
const id = "argocd.argoproj.io/tracking-id";
const options = "argocd.argoproj.io/sync-options";
const instance = { "argocd.argoproj.io/instance": "shop" };
const flux = { "kustomize.toolkit.fluxcd.io/name": "apps" };
const helm = { "meta.helm.sh/release-name": "wiki" };

describe("the tool that deletes a claim", () => {
  const rows: readonly (readonly [string, Parameters<typeof claim>[0], string])[] = [
    ["nobody", {}, "nobody"],
    ["Argo CD by its label", { labels: instance }, "Argo CD label either"],
    ["Argo CD by its id", { annotations: { [id]: own } }, "Argo CD tracking id either"],
    ["an id of another object", { annotations: { [id]: "shop:/PersistentVolumeClaim:shop/b" } }, "nobody"],
    ["Prune=false", { labels: instance, annotations: { [options]: "Prune=false" } }, "Argo CD label app"],
    ["Delete=false", { labels: instance, annotations: { [options]: "Delete=false" } }, "Argo CD label prune"],
    ["both", { labels: instance, annotations: { [options]: "Prune=false, Delete=false" } }, "nobody"],
    ["Flux", { labels: flux }, "Flux apps"],
    [
      "Flux without pruning",
      { labels: flux, annotations: { "kustomize.toolkit.fluxcd.io/prune": "disabled" } },
      "nobody",
    ],
    ["Helm", { annotations: helm }, "Helm wiki"],
    ["Helm that keeps", { annotations: { ...helm, "helm.sh/resource-policy": "keep" } }, "nobody"],
  ];
  for (const [name, facts, expected] of rows) {
    test(name, () => {
      const deletion = toolDeletion(claim(facts));
      assert.equal(deletion === undefined ? "nobody" : Object.values(deletion).join(" "), expected);
    });
  }
});

describe("the StatefulSets of a claim", () => {
  const set = statefulSet({ templates: ["data", "logs"] });
  const makers = (name: string, namespace = "shop") => {
    const cluster = createCluster(snapshotOf([set]));
    const found = setsOfClaim(claim({ name, namespace }), cluster);
    assert.ok(found.read);
    return found.items.map(({ set: { metadata }, ordinal }) => `${metadata.name} ${ordinal}`);
  };
  test("by template and number", () => {
    assert.deepEqual(makers("data-web-0"), ["web 0"]);
    assert.deepEqual(makers("logs-web-12"), ["web 12"]);
  });
  test("not by a part of the name, and not in another namespace", () => {
    assert.deepEqual(makers("data-web"), []);
    assert.deepEqual(makers("other-web-0"), []);
    assert.deepEqual(makers("data-web-0", "bank"), []);
  });
});
