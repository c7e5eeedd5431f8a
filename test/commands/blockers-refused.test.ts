/** In a namespace that is being deleted, `blockers` has a row for what refuses to delete something. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { allOf } from "../../src/analysis/index.ts";
import { blockersOf } from "../../src/commands/blockers/list.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { flatten } from "../../src/kubernetes/index.ts";
import { claim, denyingPolicy, namespaceObject, node, pod } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const finalizers = ["kubernetes.io/pvc-protection"];
const data = claim({ finalizers });
const going = claim({ finalizers, deletionTimestamp: true });
const web = pod({ claims: ["data"] });

function refusing(...errors: readonly string[]): KubeObject {
  const message = `Failed to delete all resource types, ${errors.length} remaining: ${errors.join(", ")}`;
  return namespaceObject({
    deletionTimestamp: "2026-11-20T11:00:00Z",
    conditions: [{ type: "NamespaceDeletionContentFailure", status: "True", message }],
  });
}

const byPolicy = (what: string) =>
  `${what} "Unknown" is forbidden: ValidatingAdmissionPolicy 'keep-${what}' with binding 'keep' denied request: kept`;
const claims = byPolicy("persistentvolumeclaims");
const pods = byPolicy("pods");
const denied = 'admission webhook "keep.example.com" denied the request: never';
const configuration = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingWebhookConfiguration",
  metadata: { name: "keep", uid: "keep-uid" },
  webhooks: [
    {
      name: "keep.example.com",
      rules: [{ operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["*"] }],
    },
  ],
} as KubeObject;

const policies = ["persistentvolumeclaims", "pods"].flatMap((what) => denyingPolicy(`keep-${what}`));

function rows(about: KubeObject, ...beside: readonly KubeObject[]) {
  const { subjects } = allOf(blockersOf([about])(snapshotOf([about, node(), ...policies, ...beside])));
  return subjects.flatMap(({ blockers }) => blockers);
}

const named = (about: KubeObject, ...beside: readonly KubeObject[]) =>
  rows(about, ...beside).map(({ object, counts }) => `${object.kind}/${object.name} ${counts}`);

test("a claim that lives: what refuses it, and what else would hold it", () => {
  const policy = "ValidatingAdmissionPolicy/keep-persistentvolumeclaims yes";
  assert.deepEqual(named(data, refusing(claims)), [policy]);
  assert.deepEqual(named(data, web, refusing(claims, pods)), [
    policy,
    "Pod/web-0 yes",
    "ValidatingAdmissionPolicy/keep-pods yes",
  ]);
  const [row] = rows(data, refusing(claims));
  assert.equal(row?.refersBy, "status.conditions[NamespaceDeletionContentFailure]");
  const undecided = "kept; whether it denies that now depends on expressions that pvguard does not evaluate";
  assert.match(flatten(row?.because ?? [], String), /could not be deleted with namespace\/shop: /);
  assert.ok(flatten(row?.because ?? [], String).endsWith(undecided));
});

test("a claim that is being deleted: the pod, and what refuses that", () => {
  assert.deepEqual(named(going, web, refusing(denied), configuration), [
    "Pod/web-0 yes",
    "ValidatingWebhookConfiguration/keep yes",
  ]);
  assert.deepEqual(named(going, web, refusing(denied)), ["Pod/web-0 yes"]);
});

test("where nothing is refused, nothing refuses", () => {
  assert.deepEqual(named(data, namespaceObject()), []);
  assert.deepEqual(named(data, namespaceObject({ deletionTimestamp: "2026-11-20T11:00:00Z" })), []);
});
