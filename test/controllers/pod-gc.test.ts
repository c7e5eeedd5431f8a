/**
 * kubernetes/kubernetes pkg/controller/podgc/gc_controller_test.go, 1.36: TestGCTerminating, TestGCOrphaned,
 * TestGCUnscheduledTerminating, by the pods of their rows.
 */
import assert from "node:assert/strict";
import test from "node:test";
import type { PodCollected } from "../../src/controllers/index.ts";
import { controllers, podCollected } from "../../src/controllers/index.ts";
import type { Node } from "../../src/kubernetes/index.ts";
import type { PodFacts } from "../support/objects.ts";
import { node, pod } from "../support/objects.ts";
import { clusterOf } from "./decisions/decide.ts";

const taints = ["node.kubernetes.io/out-of-service"];
const sick = node({ ready: "False" });
const deleted: PodFacts = { deletionTimestamp: true };

type Row = readonly [name: string, facts: PodFacts, node: Node | "missing", why: PodCollected | undefined];

const rows: readonly Row[] = [
  [
    "pods have deletion timestamp set and the corresponding nodes are not ready: no taint",
    deleted,
    sick,
    undefined,
  ],
  [
    "some pods have deletion timestamp and/or phase set, and some of the corresponding nodes have an out-of-service taint: b1",
    deleted,
    node({ ready: "False", taints }),
    "out of service",
  ],
  ["the same: b2, the node is Ready", deleted, node({ taints }), undefined],
  ["the same: b3, no deletion timestamp", {}, node({ ready: "False", taints }), undefined],
  [
    "the same: b4, Failed already",
    { ...deleted, phase: "Failed" },
    node({ ready: "False", taints }),
    "out of service",
  ],
  ["the same: b5, Unknown readiness", deleted, node({ ready: "Unknown", taints }), "out of service"],
  ["TestGCOrphaned: nodes present", {}, node(), undefined],
  ["TestGCOrphaned: no nodes", { phase: "Succeeded" }, "missing", "node gone"],
  ["TestGCOrphaned: no nodes with unscheduled pods", { nodeName: "" }, "missing", undefined],
  ["TestGCOrphaned: no nodes, running and deleted", deleted, "missing", "node gone"],
  [
    "TestGCUnscheduledTerminating: unscheduled pod in any phase must be deleted",
    { ...deleted, nodeName: "" },
    "missing",
    "never scheduled",
  ],
  ["TestGCUnscheduledTerminating: scheduled pods are not", deleted, node(), undefined],
];

test("podgc: which pods are deleted by force", async (t) => {
  for (const [name, facts, seen, why] of rows) {
    await t.test(name, () => assert.equal(podCollected(pod(facts), seen), why));
  }
});

test("TestGCOrphaned: quarantine not finished", () => {
  const subject = pod(deleted);
  const collector = controllers.find(({ name }) => name === "pod-garbage-collector");
  const decision = collector?.decide(subject, clusterOf([subject]));
  assert.ok(decision?.decides === "act");
  assert.match(JSON.stringify(decision.delay), /after about a minute/);
});
