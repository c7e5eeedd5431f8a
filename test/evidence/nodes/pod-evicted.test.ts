import assert from "node:assert/strict";
import test from "node:test";
import { collectionWords, evictionWords, podEvicted } from "../../../src/evidence/index.ts";
import type { KubeObject, Node, Pod } from "../../../src/kubernetes/index.ts";
import { clusterOf } from "../../controllers/decisions/decide.ts";

const toleration = {
  key: "node.kubernetes.io/unreachable",
  operator: "Exists",
  effect: "NoExecute",
  tolerationSeconds: 300,
};

const pod: Pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "shop", uid: "web", creationTimestamp: "2026-11-01T12:00:00Z" },
  spec: { nodeName: "n1", tolerations: [toleration] },
};

/** All times are told as of 2026-11-20T12:00:00Z. */
function node(isReady: boolean, timeAdded?: string, effect = "NoExecute"): Node {
  const taint = { key: toleration.key, effect, ...(timeAdded && { timeAdded }) };
  const conditions = [{ type: "Ready", status: isReady ? "True" : "Unknown" }];
  const metadata = { name: "n1", uid: "n1" };
  return { apiVersion: "v1", kind: "Node", metadata, spec: { taints: [taint] }, status: { conditions } };
}

function told(subject: Pod, ...others: readonly KubeObject[]): string {
  const words = evictionWords(subject, clusterOf([subject, ...others]));
  return words.map((part) => ("data" in part ? part.data : part.words)).join("");
}

test("a node that does not answer keeps the pod", () => {
  assert.equal(
    told(pod, node(false, "2026-11-20T11:59:00Z")),
    "the taint-eviction-controller deletes the pod in about 4m, because of the taint node.kubernetes.io/unreachable of node/n1; then the pod stays Terminating until the kubelet of node/n1 answers",
  );
});

test("a node that answers ends the pod", () => {
  assert.match(
    told(pod, node(true, "2026-11-20T11:59:00Z")),
    /in about 4m, because of the taint \S+ of node\/n1$/,
  );
});

test("when it is due, and when no one wrote when the taint came", () => {
  assert.match(told(pod, node(false, "2026-11-20T11:00:00Z")), /deletes the pod now, because/);
  assert.match(told(pod, node(false)), /deletes the pod within 5m, because/);
});

test("what is not deleted", () => {
  const deleted = { ...pod, metadata: { ...pod.metadata, deletionTimestamp: "2026-11-20T11:59:00Z" } };
  assert.equal(told(deleted, node(false, "2026-11-20T11:59:00Z")), "");
  assert.equal(told(pod, node(false, "2026-11-20T11:59:00Z", "NoSchedule")), "");
  assert.equal(told({ ...pod, spec: { nodeName: "n1" } }, node(false)), "");
  assert.equal(told(pod), "");
});

test("without nodes it is not known", () => {
  assert.equal(podEvicted(pod, clusterOf([pod], ["v1/nodes"])).is, "unread");
});

test("a pod on a node that no longer exists is collected; where nodes were not read, nothing is said", () => {
  const words = (subject: Pod, unread: readonly "v1/nodes"[] = []) =>
    collectionWords(subject, clusterOf([subject], unread)).length;
  assert.ok(words(pod) > 0);
  assert.equal(words(pod, ["v1/nodes"]), 0);
  assert.equal(words({ ...pod, spec: {} }), 0);
});
