import assert from "node:assert/strict";
import { test } from "node:test";
import { nodePluginRuns } from "../../../src/evidence/index.ts";
import { csiNode } from "../../support/objects.ts";
import { clusterOf, looked, restsOn } from "../ask.ts";

const ask = (...given: Parameters<typeof clusterOf>) =>
  nodePluginRuns("ebs.csi.aws.com", "node-a", clusterOf(...given));

test("for: the kubelet has registered it", () => {
  assert.equal(ask([csiNode("node-a", "ebs.csi.aws.com")]).is, "proven");
});

test("against: the node has other drivers, or no CSINode", () => {
  const other = ask([csiNode("node-a", "nfs.csi.k8s.io")]);
  assert.equal(other.is, "refuted");
  assert.deepEqual(restsOn(looked(other).against), ["CSINode/node-a spec.drivers: nfs.csi.k8s.io"]);
  const missing = ask([]);
  assert.equal(looked(missing).csiNode, "missing");
  assert.equal(missing.is, "refuted");
});

test("unread: the CSINodes", () => {
  assert.equal(ask([], "storage.k8s.io/v1/csinodes").is, "unread");
});
