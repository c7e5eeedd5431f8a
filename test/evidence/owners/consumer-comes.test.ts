import assert from "node:assert/strict";
import { test } from "node:test";
import { consumerComes, consumerOf, whoWouldUse } from "../../../src/evidence/index.ts";
import type { KubeObject, Resource } from "../../../src/kubernetes/index.ts";
import { textOf } from "../../support/diagnose.ts";
import { claim, cronJob, deployment, job, pod, statefulSet } from "../../support/objects.ts";
import { clusterOf } from "../ask.ts";

const data = claim();
const uses = { claims: ["data"] };
const ask = (...more: readonly KubeObject[]) => consumerComes(data, clusterOf([data, ...more]));

test("for: a pod waits, a workload runs pods, or a schedule makes them", () => {
  const comes: readonly KubeObject[] = [
    pod({ ...uses, phase: "Pending", nodeName: "" }),
    deployment(uses),
    job(uses),
    cronJob(uses),
  ];
  for (const each of comes) assert.equal(ask(each).is, "proven", each.kind);
  const own = claim({ name: "data-web-0" });
  const cluster = clusterOf([own, statefulSet({ templates: ["data"] })]);
  assert.equal(consumerComes(own, cluster).is, "proven");
});

test("against: each workload is at rest, or none names the claim", () => {
  const resting: readonly (readonly [KubeObject, RegExp])[] = [
    [deployment({ ...uses, replicas: 0 }), /has 0 replicas/],
    [cronJob({ ...uses, suspend: true }), /is suspended/],
    [job({ ...uses, suspend: true }), /is suspended/],
    [{ ...job(uses), status: { succeeded: 1 } }, /has finished/],
  ];
  for (const [each, says] of resting) {
    const answer = ask(each);
    assert.equal(answer.is, "refuted", each.kind);
    assert.match(textOf(whoWouldUse(answer)), says);
  }
  const own = claim({ name: "data-web-2" });
  for (const replicas of [0, 1, 2]) {
    const set = statefulSet({ templates: ["data"], replicas });
    const answer = consumerComes(own, clusterOf([own, set]));
    assert.equal(answer.is, "refuted");
    assert.match(textOf(whoWouldUse(answer)), new RegExp(`names the claim, +has +${replicas} +replica`));
    assert.equal(consumerOf(answer).replicas, "3");
  }
  assert.equal(ask().is, "refuted");
  assert.match(textOf(whoWouldUse(ask())), /no workload names the claim/);
});

test("possible: an owner of another kind creates its pods", () => {
  const owned = claim({
    ownerReferences: [
      { apiVersion: "db.example.org/v1", kind: "Database", name: "orders", uid: "o", controller: true },
    ],
  });
  const answer = consumerComes(owned, clusterOf([owned]));
  assert.equal(answer.is, "possible");
  assert.match(textOf(whoWouldUse(answer)), /database.*orders .*creates its pods/);
});

test("unread: the workloads, unless one that was read makes a pod", () => {
  const kinds: readonly Resource[] = [
    "v1/pods",
    "apps/v1/deployments",
    "apps/v1/statefulsets",
    "batch/v1/cronjobs",
  ];
  for (const hidden of kinds)
    assert.equal(consumerComes(data, clusterOf([data], hidden)).is, "unread", hidden);
  assert.equal(consumerComes(data, clusterOf([data, job(uses)], "batch/v1/cronjobs")).is, "proven");
});
