/** What is foretold of a disk that only one machine can delete, and that machine is gone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { flatten } from "../../src/kubernetes/index.ts";
import { diagnosisOf } from "../support/diagnose.ts";
import { claim, claimRefTo, node, volume } from "../support/objects.ts";

const onNode = {
  required: {
    nodeSelectorTerms: [
      { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: ["node-a"] }] },
    ],
  },
};
const data = claim({
  phase: "Bound",
  volumeName: "pv-data",
  finalizers: ["kubernetes.io/pvc-protection"],
  annotations: { "pv.kubernetes.io/bind-completed": "yes" },
});

const local = volume({
  phase: "Bound",
  claimRef: claimRefTo(data),
  annotations: { "pv.kubernetes.io/provisioned-by": "local-volume-provisioner-node-a-1" },
  spec: { local: { path: "/mnt/a" }, nodeAffinity: onNode },
});
const localPath = volume({
  phase: "Bound",
  claimRef: claimRefTo(data),
  annotations: { "pv.kubernetes.io/provisioned-by": "rancher.io/local-path" },
  spec: { hostPath: { path: "/opt/a" }, nodeAffinity: onNode },
});

/** When the disk is destroyed after the claim was deleted. */
function destroyed(disk: KubeObject, others: readonly KubeObject[], hidden: readonly Resource[] = []) {
  const { ifDeleted } = diagnosisOf([data, disk, ...others], hidden);
  return (ifDeleted?.next ?? [])
    .filter(({ fate }) => fate === "destroyed")
    .map(({ when }) => flatten(when, String));
}

for (const [what, disk] of Object.entries({ local, localPath })) {
  test(`${what}: while its node is gone nobody deletes the disk`, () => {
    assert.deepEqual(destroyed(disk, [node({ name: "node-b" })]), ["when node/node-a exists again"]);
  });

  test(`${what}: while its node is there it goes at once`, () => {
    assert.deepEqual(destroyed(disk, [node()]), ["now"]);
  });

  test(`${what}: while nodes are not read the worst is told`, () => {
    assert.deepEqual(destroyed(disk, [], ["v1/nodes"]), ["now"]);
  });
}
