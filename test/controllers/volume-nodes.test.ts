/** kubernetes/kubernetes staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity_test.go, 1.36. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCluster } from "../../src/cluster/index.ts";
import { hostsOf, usableNodes } from "../../src/controllers/index.ts";
import type { Node, PersistentVolume } from "../../src/kubernetes/index.ts";
import { node, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

interface Expression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

const host = "kubernetes.io/hostname";

function needing(...terms: readonly (readonly Expression[])[]): PersistentVolume {
  const nodeSelectorTerms = terms.map((matchExpressions) => ({ matchExpressions }));
  return volume({ spec: { nodeAffinity: { required: { nodeSelectorTerms } } } });
}

function usable(wanted: PersistentVolume, ...nodes: readonly Node[]): string {
  return usableNodes(wanted, createCluster(snapshotOf(nodes))).nodes;
}

const zoned = node({ labels: { [host]: "node-a", zone: "a", disks: "3" } });

test("one term must match, and in it every expression", () => {
  const inZone = { key: "zone", operator: "In", values: ["a", "b"] };
  const onHost = { key: host, operator: "In", values: ["node-z"] };
  assert.equal(usable(volume(), zoned), "any");
  assert.equal(usable(needing([inZone]), zoned), "some");
  assert.equal(usable(needing([inZone, onHost]), zoned), "none");
  assert.equal(usable(needing([inZone], [onHost]), zoned), "some");
  assert.equal(usable(needing([]), zoned), "none", "an empty term matches nothing");
});

const operators: readonly (readonly [Expression, "some" | "none"])[] = [
  [{ key: "zone", operator: "NotIn", values: ["a"] }, "none"],
  [{ key: "zone", operator: "NotIn", values: ["b"] }, "some"],
  [{ key: "zone", operator: "Exists" }, "some"],
  [{ key: "rack", operator: "Exists" }, "none"],
  [{ key: "rack", operator: "DoesNotExist" }, "some"],
  [{ key: "disks", operator: "Gt", values: ["2"] }, "some"],
  [{ key: "disks", operator: "Lt", values: ["2"] }, "none"],
  [{ key: "zone", operator: "Near", values: ["a"] }, "none"],
];

for (const [expression, expected] of operators) {
  test(`${expression.key} ${expression.operator} ${expression.values ?? ""}: ${expected}`, () => {
    assert.equal(usable(needing([expression]), zoned), expected);
  });
}

test("a term can name nodes by their own name", () => {
  const byName = (key: string, name: string) => {
    const matchFields = [{ key, operator: "In", values: [name] }];
    return volume({ spec: { nodeAffinity: { required: { nodeSelectorTerms: [{ matchFields }] } } } });
  };
  assert.equal(usable(byName("metadata.name", "node-a"), zoned), "some");
  assert.equal(usable(byName("metadata.name", "node-z"), zoned), "none");
  assert.equal(usable(byName("spec.unschedulable", "node-a"), zoned), "none");
  assert.deepEqual(hostsOf(byName("metadata.name", "node-a")), ["node-a"]);
  assert.deepEqual(hostsOf(byName("spec.unschedulable", "node-a")), []);
});

test("unread nodes are not none", () => {
  const cluster = createCluster(snapshotOf([], ["v1/nodes"]));
  assert.equal(usableNodes(needing([{ key: "zone", operator: "Exists" }]), cluster).nodes, "unread");
});

test("the host of a volume", () => {
  assert.deepEqual(hostsOf(needing([{ key: host, operator: "In", values: ["node-a"] }])), ["node-a"]);
});
