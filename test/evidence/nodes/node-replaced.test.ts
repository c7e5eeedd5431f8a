import assert from "node:assert/strict";
import { test } from "node:test";
import {
  detachesFromWrongMachine,
  hostReplaced,
  isLeftByMachine,
  nodeOfAttachmentReplaced,
  nodeReplaced,
  replacedHost,
} from "../../../src/evidence/index.ts";
import { attachment, claim, claimRefTo, csiNode, node, pod, volume } from "../../support/objects.ts";
import { clusterOf, looked, restsOn } from "../ask.ts";

const younger = node({ creationTimestamp: "2026-11-10T00:00:00Z" });
const older = node({ creationTimestamp: "2026-10-01T00:00:00Z" });
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

test("for: the node is younger than what was made for it; it can also be the same machine that joined again", () => {
  const answer = nodeReplaced(younger, attachment());
  assert.equal(answer.is, "likely");
  assert.deepEqual(restsOn(looked(answer).for), [
    "Node/node-a metadata.creationTimestamp: 2026-11-10T00:00:00Z",
    "VolumeAttachment/csi-1 metadata.creationTimestamp: 2026-11-01T08:00:00Z",
  ]);
  assert.equal(replacedHost(tied, clusterOf([tied, younger]))?.metadata.name, "node-a");
});

test("against: it is older, or a pod runs there with the volume", () => {
  assert.equal(nodeReplaced(older, attachment()).is, "refuted");
  assert.equal(replacedHost(tied, clusterOf([tied, older])), undefined);
  const data = claim({ volumeName: "pv-data", phase: "Bound" });
  const bound = volume({ claimRef: claimRefTo(data), phase: "Bound" });
  const running = clusterOf([data, bound, younger, attachment(), pod({ claims: ["data"] })]);
  assert.equal(nodeOfAttachmentReplaced(attachment(), younger, running).is, "refuted");
  const idle = clusterOf([data, bound, younger, attachment()]);
  assert.equal(nodeOfAttachmentReplaced(attachment(), younger, idle).is, "likely");
});

test("against: the driver knows the machine by the ID that it had; another ID is told", () => {
  const left = attachment({ annotations: { "csi.alpha.kubernetes.io/node-id": "i-1" } });
  const plugin = (nodeID: string) => ({
    ...csiNode("node-a"),
    spec: { drivers: [{ name: "ebs.csi.aws.com", nodeID }] },
  });
  assert.equal(isLeftByMachine(left, younger, clusterOf([plugin("i-1")])), false);
  assert.equal(isLeftByMachine(left, younger, clusterOf([plugin("i-2")])), true);
  assert.equal(isLeftByMachine(left, younger, clusterOf([], "storage.k8s.io/v1/csinodes")), true);
  const { evidence } = detachesFromWrongMachine(left, younger, clusterOf([plugin("i-2")]));
  assert.equal(evidence.length, 2);
  assert.deepEqual(detachesFromWrongMachine(left, younger, clusterOf([plugin("i-1")])).evidence, []);
});

test("unread: the nodes, or the pods", () => {
  assert.equal(hostReplaced(tied, clusterOf([tied], "v1/nodes")).is, "unread");
  const data = claim({ volumeName: "pv-data", phase: "Bound" });
  const bound = volume({ claimRef: claimRefTo(data), phase: "Bound" });
  const hidden = clusterOf([data, bound, younger], "v1/pods");
  assert.equal(nodeOfAttachmentReplaced(attachment(), younger, hidden).is, "unread");
});
