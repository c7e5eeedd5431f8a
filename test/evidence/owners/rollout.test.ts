import assert from "node:assert/strict";
import { test } from "node:test";
import { isRollout } from "../../../src/evidence/index.ts";
import type { Deployment, Pod } from "../../../src/kubernetes/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { metadataOf, pod, statefulSet } from "../../support/objects.ts";
import { clusterOf } from "../ask.ts";

const deployment = (type?: string): Deployment => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: metadataOf({}, "web", "shop"),
  spec: { replicas: 2, ...(type === undefined ? {} : { strategy: { type } }) },
});
const of = (name: string, replicaSet: string, creationTimestamp: string): Pod =>
  pod({
    name,
    creationTimestamp,
    ownerReferences: [
      {
        apiVersion: "apps/v1",
        kind: "ReplicaSet",
        name: replicaSet,
        uid: `${replicaSet}-uid`,
        controller: true,
      },
    ],
  });
const older = of("old", "web-1", "2026-11-20T10:00:00Z");
const newer = of("new", "web-2", "2026-11-20T11:00:00Z");
const owner = refOf(deployment());
const ask = (one: Pod, other: Pod, type?: string) =>
  isRollout(one, other, owner, clusterOf([deployment(type), one, other])).is;

test("for: two ReplicaSets of one Deployment, and the newer pod waits", () => {
  assert.equal(ask(newer, older), "proven");
  assert.equal(ask(newer, older, "RollingUpdate"), "proven");
});

test("against: one ReplicaSet, the strategy Recreate, another kind of owner, or the older pod waits", () => {
  assert.equal(ask(of("b", "web-1", "2026-11-20T11:00:00Z"), older), "refuted");
  assert.equal(ask(newer, older, "Recreate"), "refuted");
  assert.equal(ask(older, newer), "refuted");
  assert.equal(isRollout(newer, older, refOf(statefulSet()), clusterOf([newer, older])).is, "refuted");
});

test("unread: the Deployments", () => {
  assert.equal(isRollout(newer, older, owner, clusterOf([newer, older], "apps/v1/deployments")).is, "unread");
});
