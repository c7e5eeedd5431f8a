import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { flatten } from "../../src/kubernetes/index.ts";
import onTwoNodes from "../../src/waits/on-two-nodes.ts";
import { clusterOf } from "../evidence/ask.ts";
import { attachment, claim, claimRefTo, ebs, pod, volume } from "../support/objects.ts";

const data = claim({ phase: "Bound", volumeName: "pv-data" });
const disk = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });
const here = attachment({ name: "csi-1", nodeName: "node-a" });
const there = attachment({ name: "csi-2", nodeName: "node-b" });
const user = (name: string, nodeName: string) => pod({ name, nodeName, claims: ["data"], phase: "Running" });

function remark(about: KubeObject, ...given: Parameters<typeof clusterOf>): string | undefined {
  const found = onTwoNodes.remark?.(about, clusterOf(...given));
  return found === undefined ? undefined : flatten(found.message, (text) => text);
}

test("a claim and its volume say that it is attached to two nodes", () => {
  for (const about of [data, disk])
    assert.match(
      remark(about, [data, disk, here, there]) ?? "",
      /attached to node-a and node-b at the same time/,
    );
});

test("pods on two nodes are named where nothing is attached", () => {
  const pods = [user("one", "node-a"), user("two", "node-b")];
  assert.match(
    remark(data, [data, disk, ...pods]) ?? "",
    /pod\/one.* on node\/node-a and pod\/two.* on node\/node-b/,
  );
});

test("silent: one node, an attachment that is being deleted, a volume for several nodes, lists that were not read", () => {
  assert.equal(remark(data, [data, disk, here, user("one", "node-a"), user("two", "node-a")]), undefined);
  const leaving = attachment({ name: "csi-2", nodeName: "node-b", deletionTimestamp: true });
  assert.equal(remark(data, [data, disk, here, leaving]), undefined);
  const shared = volume({
    phase: "Bound",
    spec: ebs,
    claimRef: claimRefTo(data),
    accessModes: ["ReadWriteMany"],
  });
  assert.equal(remark(data, [data, shared, here, there]), undefined);
  const unread = ["storage.k8s.io/v1/volumeattachments", "v1/pods"] as const;
  assert.equal(remark(data, [data, disk, here, there], ...unread), undefined);
});
