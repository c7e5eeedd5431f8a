/**
 * kubernetes/kubernetes pkg/controller/tainteviction/taint_eviction_test.go, 1.36: TestFilterNoExecuteTaints, TestCreatePod,
 * TestUpdateNode, TestGetMinTolerationTime, by their rows.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { evictionOf } from "../../src/controllers/index.ts";
import type { Node, Pod } from "../../src/kubernetes/index.ts";
import { timestamp } from "../../src/kubernetes/index.ts";

type Taint = NonNullable<NonNullable<Node["spec"]>["taints"]>[number];
type Toleration = NonNullable<NonNullable<Pod["spec"]>["tolerations"]>[number];

const noExecute = (index: number): Taint => ({
  key: `testTaint${index}`,
  value: `test${index}`,
  effect: "NoExecute",
});

const tolerating = (index: number, seconds?: number): Toleration => ({
  ...noExecute(index),
  ...(seconds === undefined ? {} : { tolerationSeconds: seconds }),
});

function pod(tolerations: readonly Toleration[] | undefined, createdAt?: string): Pod {
  const metadata = {
    name: "pod1",
    namespace: "default",
    uid: "pod1",
    ...(createdAt && { creationTimestamp: createdAt }),
  };
  const spec = { nodeName: "node1", ...(tolerations && { tolerations }) };
  return { apiVersion: "v1", kind: "Pod", metadata, spec };
}

function node(...taints: readonly Taint[]): Node {
  return { apiVersion: "v1", kind: "Node", metadata: { name: "node1", uid: "node1" }, spec: { taints } };
}

/** What every pod gets that says nothing of these taints. */
const defaults: readonly Toleration[] = ["not-ready", "unreachable"].map((state) => ({
  key: `node.kubernetes.io/${state}`,
  operator: "Exists",
  effect: "NoExecute",
  tolerationSeconds: 300,
}));

type Row = readonly [name: string, pod: Pod, node: Node, after: number | undefined];

const rows: readonly Row[] = [
  ["scheduled on untainted Node", pod(defaults), node(), undefined],
  ["a taint that is not NoExecute", pod(defaults), node({ key: "two", effect: "NoSchedule" }), undefined],
  ["schedule on tainted Node", pod(defaults), node(noExecute(1)), 0],
  ["with finite toleration", pod([tolerating(1, 100)]), node(noExecute(1)), 100],
  ["with infinite toleration", pod([tolerating(1)]), node(noExecute(1)), undefined],
  ["with infinite invalid toleration", pod([tolerating(2)]), node(noExecute(1)), 0],
  ["Only one added taint tolerated", pod([tolerating(1, 100)]), node(noExecute(1), noExecute(2)), 0],
  [
    "Pod with multiple tolerations are evicted when first one runs out",
    pod([tolerating(1, 1), tolerating(2, 100)]),
    node(noExecute(1), noExecute(2)),
    1,
  ],
  [
    "one with a limit, one without",
    pod([tolerating(1), tolerating(2, 1)]),
    node(noExecute(1), noExecute(2)),
    1,
  ],
  ["no seconds", pod([tolerating(1, 0)]), node(noExecute(1)), 0],
  ["fewer than none", pod([tolerating(1, -5)]), node(noExecute(1)), 0],
  ["the first toleration counts", pod([tolerating(1), tolerating(1, 5)]), node(noExecute(1)), undefined],
  ["every taint is tolerated", pod([{ operator: "Exists" }]), node(noExecute(1), noExecute(2)), undefined],
  ["a key with another value", pod([{ ...tolerating(1), value: "other" }]), node(noExecute(1)), 0],
  ["another effect", pod([{ ...tolerating(1), effect: "NoSchedule" }]), node(noExecute(1)), 0],
  [
    "a number that is large enough",
    pod([{ key: "load", operator: "Gt", value: "5" }]),
    node({ key: "load", value: "7", effect: "NoExecute" }),
    undefined,
  ],
  [
    "a number that is too large",
    pod([{ key: "load", operator: "Lt", value: "5" }]),
    node({ key: "load", value: "7", effect: "NoExecute" }),
    0,
  ],
  ["its tolerations are not recorded", pod(undefined), node(noExecute(1)), undefined],
];

test("after how many seconds a pod is deleted", async (t) => {
  for (const [name, subject, seen, after] of rows) {
    await t.test(name, () => assert.equal(evictionOf(subject, seen)?.after, after));
  }
});

const at = (ago: number) => timestamp(Date.parse("2026-11-20T12:00:00Z") - ago * 1000);
const since = (ago: number): Taint => ({
  key: "node.kubernetes.io/unreachable",
  effect: "NoExecute",
  timeAdded: at(ago),
});

test("the time counts from the taint, or from the pod if it is younger", () => {
  const counted = (created: number, ...ago: readonly number[]) =>
    timestamp(evictionOf(pod(defaults, at(created)), node(...ago.map(since)))?.since ?? 0);
  assert.equal(counted(9000, 60), at(60));
  assert.equal(counted(30, 60), at(30));
});
