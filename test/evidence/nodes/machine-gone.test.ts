import assert from "node:assert/strict";
import { test } from "node:test";
import { machineGone } from "../../../src/evidence/index.ts";
import { ebs, node, volume } from "../../support/objects.ts";
import { clusterOf, looked } from "../ask.ts";

const tied = volume({
  spec: {
    local: { path: "/d" },
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: ["node-a"] }] },
        ],
      },
    },
  },
});
const labelled = (hostname: string) => node({ labels: { "kubernetes.io/hostname": hostname } });

test("for: no node matches, and none has that name; the machine may be deregistered only", () => {
  const answer = machineGone(tied, clusterOf([tied]));
  assert.equal(answer.is, "likely");
  assert.deepEqual(looked(answer).hosts, ["node-a"]);
});

test("against: a node matches; one of that name is there with another label; the volume is tied to no machine", () => {
  assert.equal(machineGone(tied, clusterOf([tied, labelled("node-a")])).is, "refuted");
  const mislabelled = machineGone(tied, clusterOf([tied, labelled("other")]));
  assert.equal(mislabelled.is, "refuted");
  assert.equal(looked(mislabelled).namesake?.metadata.name, "node-a");
  assert.equal(machineGone(volume({ spec: ebs }), clusterOf([])).is, "refuted");
});

test("for: the label by which a driver of the node's own disks names it; of another driver that label says nothing", () => {
  const by = (driver: string, key: string) =>
    volume({
      spec: {
        csi: { driver, volumeHandle: "v1" },
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [{ matchExpressions: [{ key, operator: "In", values: ["node-a"] }] }],
          },
        },
      },
    });
  const lvm = by("topolvm.io", "topology.topolvm.io/node");
  assert.equal(machineGone(lvm, clusterOf([lvm])).is, "likely");
  const replicated = by("io.openebs.csi-mayastor", "openebs.io/nodename");
  assert.equal(machineGone(replicated, clusterOf([replicated])).is, "refuted");
});

test("unread: the nodes", () => {
  assert.equal(machineGone(tied, clusterOf([tied], "v1/nodes")).is, "unread");
});
