/** Which pods of a StatefulSet keep a former template, and why. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Pod, StatefulSet } from "../../src/kubernetes/index.ts";
import { diagnosisOf, rootsOf } from "../support/diagnose.ts";
import { pod, statefulSet } from "../support/objects.ts";

const plain = statefulSet({ replicas: 2 });
const owner = {
  apiVersion: "apps/v1",
  kind: "StatefulSet",
  name: "web",
  uid: plain.metadata.uid,
  controller: true,
};

function set(spec: StatefulSet["spec"] = {}): StatefulSet {
  return {
    ...plain,
    spec: { ...plain.spec, volumeClaimTemplates: [], ...spec },
    status: { ...plain.status, updateRevision: "web-2" },
  };
}

function member(number: number, revision: string, ready: "True" | "False" = "True"): Pod {
  const conditions = [{ type: "Ready", status: ready }];
  const made = pod({ name: `web-${number}`, ownerReferences: [owner], claims: [], status: { conditions } });
  return { ...made, metadata: { ...made.metadata, labels: { "controller-revision-hash": revision } } };
}

const roots = (of: StatefulSet, ...pods: readonly Pod[]) => rootsOf(diagnosisOf([of, ...pods]));

describe("a StatefulSet with a new template", () => {
  test("that OnDelete leaves to a person is told as that", () => {
    const onDelete = set({ updateStrategy: { type: "OnDelete" } });
    assert.deepEqual(roots(onDelete, member(0, "web-1"), member(1, "web-2")), [
      "RolloutWaitsForDeletion blocked",
    ]);
    assert.deepEqual(roots(onDelete, member(0, "web-2"), member(1, "web-2")), []);
  });

  test("reaches no pod below the partition, counted from the first one", () => {
    const from = (partition: number, start = 0) =>
      set({ updateStrategy: { rollingUpdate: { partition } }, ordinals: { start } });
    assert.deepEqual(roots(from(1), member(0, "web-1"), member(1, "web-2")), [
      "RolloutEndsAtPartition blocked",
    ]);
    assert.deepEqual(roots(from(0), member(0, "web-1"), member(1, "web-2")), []);
    assert.deepEqual(roots(from(1, 5), member(5, "web-1"), member(6, "web-2")), [
      "RolloutEndsAtPartition blocked",
    ]);
  });

  test("waits for a pod of a former one that is not Ready, unless pods are managed in parallel", () => {
    const broken = [member(0, "web-0"), member(1, "web-1", "False")];
    assert.deepEqual(roots(set(), ...broken), ["RolloutWaitsForPod blocked"]);
    assert.deepEqual(roots(set({ podManagementPolicy: "Parallel" }), ...broken), []);
  });

  test("is not told where the status or the label says nothing", () => {
    const silent = {
      ...set({ updateStrategy: { type: "OnDelete" } }),
      status: { replicas: 2, readyReplicas: 2 },
    };
    assert.deepEqual(roots(silent, member(0, "web-1"), member(1, "web-1")), []);
  });
});
