import assert from "node:assert/strict";
import { test } from "node:test";
import { cameBackAfter, nodeAnswers } from "../../../src/evidence/index.ts";
import { node } from "../../support/objects.ts";
import { clusterOf, looked } from "../ask.ts";

test("for: its kubelet keeps it Ready", () => {
  assert.equal(nodeAnswers("node-a", clusterOf([node()])).is, "proven");
});

test("against: it is not Ready, or not there", () => {
  const silent = nodeAnswers("node-a", clusterOf([node({ ready: "Unknown" })]));
  assert.equal(silent.is, "refuted");
  assert.equal(looked(silent).node?.metadata.name, "node-a");
  const gone = nodeAnswers("node-a", clusterOf([]));
  assert.equal(gone.is, "refuted");
  assert.equal(looked(gone).node, undefined);
});

test("unread: the nodes", () => {
  assert.equal(nodeAnswers("node-a", clusterOf([], "v1/nodes")).is, "unread");
});

test("it came back after a moment, was Ready all the time, or does not say since when", () => {
  const since = node({ readySince: "2026-11-20T09:00:00Z" });
  assert.equal(cameBackAfter(since, "2026-11-20T08:00:00Z").is, "proven");
  assert.equal(cameBackAfter(since, "2026-11-20T10:00:00Z").is, "refuted");
  assert.equal(cameBackAfter(since, undefined).is, "possible");
  assert.equal(cameBackAfter(node({ ready: "False" }), "2026-11-20T08:00:00Z").is, "possible");
});
