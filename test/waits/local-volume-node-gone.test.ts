/** A local volume that is free, or bound: it is of no use without its node. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { diagnosisOf } from "../support/diagnose.ts";
import { claim, claimRefTo, node, volume } from "../support/objects.ts";

const expression = { key: "kubernetes.io/hostname", operator: "In", values: ["node-z"] };
const nodeAffinity = { required: { nodeSelectorTerms: [{ matchExpressions: [expression] }] } };
const spec = { local: { path: "/mnt/1" }, nodeAffinity };
const free = volume({ phase: "Available", spec });

function reasonsOf(about: KubeObject, others: readonly KubeObject[] = [], hidden: readonly Resource[] = []) {
  return diagnosisOf([about, ...others], hidden).roots.map(({ reason }) => reason);
}

test("its node is gone", () => {
  assert.deepEqual(reasonsOf(free, [node()]), ["NodeOfVolumeGone"]);
  assert.equal(diagnosisOf([free, node()]).verdict.category, "blocked");
});

test("a Bound one is not well either, and is not to be deleted before its claim", () => {
  const data = claim({ phase: "Bound", volumeName: "pv-data" });
  const { verdict, remedies } = diagnosisOf([
    volume({ phase: "Bound", spec, claimRef: claimRefTo(data) }),
    data,
    node(),
  ]);
  assert.deepEqual([verdict.category, verdict.reason], ["blocked", "NodeOfVolumeGone"]);
  assert.deepEqual(
    remedies.map(({ name }) => name).filter((name) => name.startsWith("delete")),
    [],
  );
});

test("its node is there, by its name or by its label", () => {
  assert.deepEqual(reasonsOf(free, [node({ name: "node-z" })]), []);
  assert.deepEqual(reasonsOf(free, [node({ labels: { "kubernetes.io/hostname": "node-z" } })]), []);
});

test("nodes were not read", () => {
  assert.deepEqual(reasonsOf(free, [], ["v1/nodes"]), ["CouldNotRead"]);
});

test("what is not local, names no node, or is not ready yet is not told of here", () => {
  const others = [
    volume({ phase: "Available", spec: { nodeAffinity } }),
    volume({ phase: "Available", spec: { local: { path: "/mnt/1" } } }),
    volume({ phase: "Pending", spec }),
  ];
  for (const other of others) assert.deepEqual(reasonsOf(other), []);
});
