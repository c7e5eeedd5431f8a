import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createCluster } from "../../src/cluster/index.ts";
import { applierOf, setsOfClaim, toolDeletion } from "../../src/controllers/index.ts";
import { flatten } from "../../src/kubernetes/index.ts";
import { claim, statefulSet } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const own = "shop:/PersistentVolumeClaim:shop/data";
const id = "argocd.argoproj.io/tracking-id";
const options = "argocd.argoproj.io/sync-options";
const instance = { "argocd.argoproj.io/instance": "shop" };
const hook = "argocd.argoproj.io/hook";
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
    [
      "Flux that does not reconcile",
      { labels: flux, annotations: { "kustomize.toolkit.fluxcd.io/reconcile": "disabled" } },
      "nobody",
    ],
    ["Flux by a label", { labels: { ...flux, "kustomize.toolkit.fluxcd.io/prune": "disabled" } }, "nobody"],
    [
      "Flux that only creates",
      { labels: flux, annotations: { "kustomize.toolkit.fluxcd.io/ssa": "IfNotPresent" } },
      "Flux apps",
    ],
    ["a hook of Argo CD", { annotations: { [hook]: "PreSync" } }, "Argo CD hook BeforeHookCreation"],
    [
      "a hook with a policy",
      { annotations: { [hook]: "Sync", [`${hook}-delete-policy`]: "HookSucceeded, other" } },
      "Argo CD hook HookSucceeded",
    ],
    ["a hook that is skipped", { annotations: { [hook]: "Skip" } }, "nobody"],
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

describe("the tool that applies a manifest again", () => {
  const rows: readonly (readonly [string, Parameters<typeof claim>[0], string])[] = [
    ["Argo CD", { labels: instance }, "Argo CD (application shop)"],
    ["Flux", { labels: flux }, "Flux (Kustomization apps)"],
    ...(["reconcile: disabled", "ssa: Ignore", "ssa: IfNotPresent"] as const).map((mark) => {
      const [key = "", value = ""] = mark.split(": ");
      const annotations = { [`kustomize.toolkit.fluxcd.io/${key}`]: value };
      return [mark, { labels: flux, annotations }, "nobody"] as const;
    }),
    [
      "ssa: Merge",
      { labels: { ...flux, "kustomize.toolkit.fluxcd.io/ssa": "Merge" } },
      "Flux (Kustomization apps)",
    ],
  ];
  for (const [name, facts, expected] of rows) {
    test(name, () => {
      const applier = applierOf(claim(facts));
      assert.equal(applier === undefined ? "nobody" : flatten(applier, String), expected);
    });
  }
});
