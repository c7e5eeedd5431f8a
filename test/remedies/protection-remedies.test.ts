/** Remedies that protect what lives: a finalizer put back, a claim that its tool is told to keep. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createCluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { refOf } from "../../src/kubernetes/index.ts";
import type { Remedy } from "../../src/report/index.ts";
import { claim, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

function offered(
  name: string,
  object: KubeObject,
  using: { readonly [key: string]: string },
): Remedy | undefined {
  const entry = knowledge.remedies.find((remedy) => remedy.name === name);
  assert.ok(entry !== undefined, name);
  return entry.make(refOf(object), using, createCluster(snapshotOf([object])));
}

const finalizer = "kubernetes.io/pvc-protection";
const patchOf = (remedy: Remedy | undefined): unknown =>
  JSON.parse(remedy?.commands[0]?.argv.at(-1) ?? "null");

describe("add-finalizer", () => {
  test("to a list that is there: guarded by the whole list", () => {
    const bare = claim({ finalizers: ["example.com/x"] });
    assert.deepEqual(patchOf(offered("add-finalizer", bare, { finalizer })), [
      { op: "test", path: "/metadata/uid", value: "data-uid" },
      { op: "test", path: "/metadata/finalizers", value: ["example.com/x"] },
      { op: "add", path: "/metadata/finalizers/-", value: finalizer },
    ]);
  });

  test("where there is no list: guarded by the version", () => {
    assert.deepEqual(patchOf(offered("add-finalizer", claim(), { finalizer })), [
      { op: "test", path: "/metadata/uid", value: "data-uid" },
      { op: "test", path: "/metadata/resourceVersion", value: "1" },
      { op: "add", path: "/metadata/finalizers", value: [finalizer] },
    ]);
  });

  const refused: readonly (readonly [string, KubeObject, string])[] = [
    ["it has it already", claim({ finalizers: [finalizer] }), finalizer],
    ["it is being deleted, and the server refuses", claim({ deletionTimestamp: true }), finalizer],
    ["a finalizer that no controller puts on every object", volume(), "external-attacher/ebs-csi-aws-com"],
  ];
  for (const [what, object, wanted] of refused) {
    test(`not offered: ${what}`, () => {
      assert.equal(offered("add-finalizer", object, { finalizer: wanted }), undefined);
    });
  }
});

describe("keep-claim", () => {
  for (const [tool, annotation] of [
    ["helm", "helm.sh/resource-policy=keep"],
    ["argocd", "argocd.argoproj.io/sync-options=Delete=false,Prune=false"],
    ["flux", "kustomize.toolkit.fluxcd.io/prune=disabled"],
  ] as const) {
    test(`${tool}: sets the annotation that it knows`, () => {
      assert.deepEqual(offered("keep-claim", claim(), { tool })?.commands[0]?.argv, [
        ..."kubectl annotate persistentvolumeclaim data -n shop".split(" "),
        annotation,
        "--overwrite",
      ]);
    });
  }

  test("argocd: leaves the other options", () => {
    const annotations = { "argocd.argoproj.io/sync-options": "ServerSideApply=true, Prune=true" };
    const argv = offered("keep-claim", claim({ annotations }), { tool: "argocd" })?.commands[0]?.argv ?? [];
    assert.ok(argv.includes("argocd.argoproj.io/sync-options=ServerSideApply=true,Delete=false,Prune=false"));
  });

  test("not offered for a tool that it does not know, or once the claim is being deleted", () => {
    assert.equal(offered("keep-claim", claim(), { tool: "other" }), undefined);
    assert.equal(offered("keep-claim", claim({ deletionTimestamp: true }), { tool: "helm" }), undefined);
  });
});
