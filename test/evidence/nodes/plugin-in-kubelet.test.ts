import assert from "node:assert/strict";
import { test } from "node:test";
import { pluginInKubelet } from "../../../src/evidence/index.ts";
import { node, volume } from "../../support/objects.ts";
import { clusterOf, looked } from "../ask.ts";

const cephfs = volume({ spec: { cephfs: { monitors: ["192.0.2.1"], path: "/a" } } });
const of = (kubeletVersion: string) => {
  const given = node();
  return { ...given, status: { ...given.status, nodeInfo: { kubeletVersion } } };
};
const ask = (version: string) => looked(pluginInKubelet(cephfs, "node-a", clusterOf([of(version), cephfs])));

test("a kubelet has a plugin until the version that removed it", () => {
  assert.equal(ask("v1.30.4").is, "proven");
  assert.equal(ask("v1.31.0").is, "refuted");
  assert.equal(ask("v1.31.0").removedIn, "1.31");
});

test("a version that cannot be read says nothing, nor does a volume of another kind", () => {
  assert.equal(ask("unknown").is, "possible");
  const nfs = volume({ spec: { nfs: { server: "x", path: "/" } } });
  assert.equal(pluginInKubelet(nfs, "node-a", clusterOf([of("v1.36.0")])).is, "possible");
  assert.equal(pluginInKubelet(volume(), "node-a", clusterOf([of("v1.36.0")])).is, "possible");
});

test("unread: the nodes", () => {
  assert.equal(pluginInKubelet(cephfs, "node-a", clusterOf([], "v1/nodes")).is, "unread");
});
