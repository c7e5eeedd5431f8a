/** What a plan rests on, in one line for each root cause: another line is another plan. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { justificationOf } from "../../../src/changes/index.ts";
import { words } from "../../../src/kubernetes/index.ts";
import type { Diagnosis, Holder, RootCause } from "../../../src/report/index.ts";
import { diagnosisOf } from "../../support/diagnose.ts";
import { claim } from "../../support/objects.ts";

const plain = diagnosisOf([claim()]);
const pod = { apiVersion: "v1", kind: "Pod", namespace: "shop", name: "web-0", uid: "u1" };

function root(holder: Holder, reason = "Held"): RootCause {
  return { held: pod, holder, reason, title: "Held", category: "blocked", message: words("held"), depth: 0 };
}

function leavesOf(roots: readonly RootCause[]): readonly string[] {
  const diagnosis: Diagnosis = { ...plain, roots };
  return justificationOf(diagnosis).leaves;
}

const rows: readonly (readonly [Holder, string])[] = [
  [{ object: pod }, "Held Pod/shop/web-0 u1"],
  [{ object: { ...pod, uid: "" } }, "Held Pod/shop/web-0"],
  [{ object: { apiVersion: "v1", kind: "Node", name: "node-a" } }, "Held Node/node-a"],
  [{ controller: "pv-controller" }, "Held pv-controller"],
  [{ driver: "ebs.csi.aws.com" }, "Held ebs.csi.aws.com"],
  [{ missing: { apiVersion: "v1", kind: "Node", name: "node-a" } }, "Held no Node/node-a"],
  [{ person: "owner" }, "Held the owner"],
  [{ unread: { resource: "v1/pods", scope: { of: "cluster" }, reason: "Forbidden" } }, "Held unread v1/pods"],
];

for (const [holder, leaf] of rows) {
  test(`a root cause: ${leaf}`, () => assert.deepEqual(leavesOf([root(holder)]), [leaf]));
}

test("the order in which they were found does not matter, nor how often", () => {
  const [driver, controller] = [root({ driver: "x" }, "B"), root({ controller: "y" }, "A")];
  assert.deepEqual(leavesOf([driver, controller, driver]), ["A y", "B x"]);
});

test("without a root cause it is the verdict", () => {
  const { object, verdict } = plain;
  assert.deepEqual(justificationOf({ ...plain, roots: [] }), {
    object,
    leaves: [`${verdict.category} ${verdict.reason}`],
  });
});
