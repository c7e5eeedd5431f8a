/**
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler_test.go, 1.36: the tests about
 * detaching, each by what it ends with.
 */
import assert from "node:assert/strict";
import test from "node:test";
import {
  type DetachFacts,
  detachVerdict,
  multiAttachConflicts,
  podsThatWant,
} from "../../src/controllers/index.ts";
import { attachment, node, pod, volume } from "../support/objects.ts";

const mounted: DetachFacts = { volume: "unwanted", mount: "reported", node: node(), waitedSeconds: 0 };
const sick = node({ ready: "False" });
const off = node({ taints: ["node.kubernetes.io/out-of-service"] });

type Row = readonly [name: string, facts: Partial<DetachFacts>, verdict: string];

const rows: readonly Row[] = [
  [
    "Test_Run_Positive_OneDesiredVolumeAttachThenDetachWithUnmountedVolume",
    { mount: "not reported" },
    "now unmounted",
  ],
  [
    "Test_Run_Positive_OneDesiredVolumeAttachThenDetachWithMountedVolume: before the timeout",
    { node: sick },
    "later node not Ready",
  ],
  [
    "Test_Run_Positive_OneDesiredVolumeAttachThenDetachWithMountedVolume: after it",
    { node: sick, waitedSeconds: 360 },
    "now timeout",
  ],
  ["Test_Run_OneVolumeDetachOnOutOfServiceTaintedNode", { node: off }, "now out of service"],
  ["Test_Run_OneVolumeDetachOnNoOutOfServiceTaintedNode", { waitedSeconds: 3600 }, "no mounted"],
  ["Test_Run_OneVolumeDetachOnUnhealthyNode", { node: sick, waitedSeconds: 361 }, "now timeout"],
  [
    "Test_Run_OneVolumeDetachOnUnhealthyNodeWithForceDetachOnUnmountDisabled",
    { node: sick, waitedSeconds: 3600, forceDetachOnTimeout: "off" },
    "no mounted",
  ],
  ["own: a node that is gone counts as unhealthy", { node: "missing", waitedSeconds: 360 }, "now timeout"],
  ["own: a pod still wants it", { volume: "wanted", node: off }, "no wanted"],
  ["own: out of service beats the flag", { node: off, forceDetachOnTimeout: "off" }, "now out of service"],
];

test("attach-detach: when a volume is detached", async (t) => {
  for (const [name, facts, expected] of rows) {
    await t.test(name, () => {
      const verdict = detachVerdict({ ...mounted, ...facts });
      assert.equal(`${verdict.detach} ${verdict.because}`, expected);
    });
  }
});

test("the time that is left is said", () => {
  const verdict = detachVerdict({ ...mounted, node: sick, waitedSeconds: 300 });
  assert.deepEqual(verdict, { detach: "later", because: "node not Ready", inSeconds: 60 });
});

const multiRows: readonly (readonly [name: string, modes: readonly string[], conflicts: number])[] = [
  ["Test_Run_OneVolumeAttachAndDetachMultipleNodesWithReadWriteOnce", ["ReadWriteOnce"], 1],
  ["Test_Run_OneVolumeAttachAndDetachMultipleNodesWithReadWriteMany", ["ReadWriteMany"], 0],
  ["own: ReadWriteOncePod", ["ReadWriteOncePod"], 1],
  ["own: ReadOnlyMany beside ReadWriteOnce", ["ReadWriteOnce", "ReadOnlyMany"], 0],
  ["own: no access modes", [], 0],
];

test("attach-detach: a volume on a second node", async (t) => {
  const elsewhere = attachment({ nodeName: "node-a", attached: false });
  for (const [name, accessModes, conflicts] of multiRows) {
    await t.test(name, () => {
      const made = volume({ accessModes });
      assert.equal(multiAttachConflicts(made, "node-b", [elsewhere]).length, conflicts);
      assert.equal(multiAttachConflicts(made, "node-a", [elsewhere]).length, 0);
    });
  }
});

test("finished pods, and deleted ones without a running container, do not want the volume", () => {
  const running = pod({
    name: "stopping",
    deletionTimestamp: true,
    status: { containerStatuses: [{ name: "main", state: { running: {} } }] },
  });
  const stopped = pod({
    name: "stopped",
    deletionTimestamp: true,
    status: { containerStatuses: [{ name: "main", state: { terminated: {} } }] },
  });
  const pods = [pod({ phase: "Succeeded" }), stopped, running, pod({ name: "far", nodeName: "node-b" })];
  assert.deepEqual(podsThatWant(attachment(), pods), [running]);
});
