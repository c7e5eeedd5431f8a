import assert from "node:assert/strict";
import { test } from "node:test";
import { fullNodesOf } from "../../../src/evidence/index.ts";
import type { CSINode } from "../../../src/kubernetes/index.ts";
import { attachment, metadataOf } from "../../support/objects.ts";
import { clusterOf } from "../ask.ts";

const driver = "ebs.csi.aws.com";
const limited = (count?: number): CSINode => ({
  apiVersion: "storage.k8s.io/v1",
  kind: "CSINode",
  metadata: metadataOf({}, "node-a"),
  spec: {
    drivers: [{ name: driver, nodeID: "i-1", ...(count === undefined ? {} : { allocatable: { count } }) }],
  },
});
const attached = [attachment({ name: "a" }), attachment({ name: "b", volume: "pv-other" })];

test("a node is full when its CSINode allows no more than is attached", () => {
  const full = fullNodesOf(driver, clusterOf([limited(2), ...attached]));
  assert.deepEqual(full, { read: true, nodes: [{ node: "node-a", attached: 2, limit: 2 }] });
});

test("a node with room, without a limit, or of another driver is not", () => {
  for (const node of [limited(3), limited()])
    assert.deepEqual(fullNodesOf(driver, clusterOf([node, ...attached])), { read: true, nodes: [] });
  assert.deepEqual(fullNodesOf("other", clusterOf([limited(0)])), { read: true, nodes: [] });
});

test("unread: the CSINodes, and the attachments", () => {
  const hidden = ["storage.k8s.io/v1/csinodes", "storage.k8s.io/v1/volumeattachments"] as const;
  for (const kind of hidden)
    assert.equal(fullNodesOf(driver, clusterOf([limited(2)], kind)).read, false, kind);
});
