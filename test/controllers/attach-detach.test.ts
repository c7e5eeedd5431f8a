/**
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler_test.go, 1.36: the tests about
 * detaching, each by what it ends with.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { createCluster } from "../../src/cluster/index.ts";
import type { DetachFacts } from "../../src/controllers/index.ts";
import {
  attachDetachController,
  detachVerdict,
  multiAttachConflicts,
  podsThatWant,
} from "../../src/controllers/index.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { attachment, csiDriver, ebs, node, pod, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const mounted: DetachFacts = { mount: "reported", node: node() };
const sick = node({ ready: "False" });
const off = node({ taints: ["node.kubernetes.io/out-of-service"] });

type Row = readonly [name: string, facts: Partial<DetachFacts>, verdict: ReturnType<typeof detachVerdict>];

const rows: readonly Row[] = [
  ["Test_Run_Positive_OneDesiredVolumeAttachThenDetachWithUnmountedVolume", { mount: "not reported" }, "now"],
  ["Test_Run_Positive_OneDesiredVolumeAttachThenDetachWithMountedVolume", { node: sick }, "later"],
  ["Test_Run_OneVolumeDetachOnOutOfServiceTaintedNode", { node: off }, "now"],
  ["Test_Run_OneVolumeDetachOnNoOutOfServiceTaintedNode", {}, "no"],
  ["own: a node that is gone counts as unhealthy", { node: "missing" }, "later"],
];

test("attach-detach: when a volume that no pod wants is detached", async (t) => {
  for (const [name, facts, expected] of rows) {
    await t.test(name, () => assert.equal(detachVerdict({ ...mounted, ...facts }), expected));
  }
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

/** kubernetes/kubernetes pkg/controller/volume/attachdetach/attach_detach_controller.go processVolumeAttachments, 1.36. */
test("the attachment of a driver that does not attach is skipped, unless the node lists the volume", () => {
  const disk = volume({ spec: ebs });
  const none = csiDriver("ebs.csi.aws.com", false);
  const decided = (objects: readonly KubeObject[], ...hidden: readonly Resource[]) =>
    attachDetachController.decide(
      attachment(),
      createCluster(snapshotOf([attachment(), disk, ...objects], hidden)),
    ).decides;
  const listed = ["kubernetes.io/csi/ebs.csi.aws.com^vol-0abc"];
  assert.equal(decided([node()]), "act");
  assert.equal(decided([node(), csiDriver("ebs.csi.aws.com", true)]), "act");
  assert.equal(decided([node(), none]), "wait");
  assert.equal(decided([none]), "wait");
  assert.equal(decided([node({ volumesAttached: listed }), none]), "act");
  assert.equal(decided([node()], "storage.k8s.io/v1/csidrivers"), "unknown");
});
