import assert from "node:assert/strict";
import { test } from "node:test";
import { nodePluginPod } from "../../../src/evidence/index.ts";
import type { Pod } from "../../../src/kubernetes/index.ts";
import { pod } from "../../support/objects.ts";
import { clusterOf, looked, restsOn } from "../ask.ts";

const ask = (...given: Parameters<typeof clusterOf>) =>
  nodePluginPod("csi.hetzner.cloud", "node-a", clusterOf(...given));

function plugin(name: string, waiting?: string): Pod {
  const made = pod({ name, nodeName: "node-a", claims: [] });
  const state = waiting === undefined ? { running: {} } : { waiting: { reason: waiting } };
  return {
    ...made,
    spec: { ...made.spec, containers: [{ name: "node-driver-registrar" }, { name: "driver" }] },
    status: { phase: "Running", containerStatuses: [{ name: "driver", state }] },
  };
}

test("for: a pod there with a registrar has a part of the driver's name", () => {
  const { for: evidence, plugin: found } = looked(
    ask([plugin("hcloud-csi-node-x"), plugin("ebs-csi-node-x")]),
  );
  assert.deepEqual(restsOn(evidence), ["Pod/hcloud-csi-node-x spec.nodeName: node-a"]);
  assert.deepEqual([found?.registrar, found?.stopped], ["node-driver-registrar", undefined]);
});

test("it says why a container does not run", () => {
  const { plugin: found } = looked(ask([plugin("hcloud-csi-node-x", "CrashLoopBackOff")]));
  assert.equal(found?.stopped, "CrashLoopBackOff");
});

test("against: of several, or without a registrar, none is named", () => {
  const two = [plugin("hcloud-csi-node-x"), plugin("hcloud-csi-node-y")];
  assert.equal(looked(ask(two)).plugin, undefined);
  assert.equal(looked(ask([pod({ name: "hcloud-csi-node-x", nodeName: "node-a" })])).plugin, undefined);
  assert.equal(looked(ask([plugin("ebs-csi-node-x")])).plugin, undefined);
});

test("unread: the pods", () => {
  assert.equal(ask([plugin("hcloud-csi-node-x")], "v1/pods").is, "unread");
});
