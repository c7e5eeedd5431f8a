import assert from "node:assert/strict";
import { test } from "node:test";
import { makesAnother } from "../../../src/evidence/index.ts";
import { claim, job, ownedBy, pod, statefulSet } from "../../support/objects.ts";
import { clusterOf } from "../ask.ts";

const set = statefulSet();
const ofSet = pod({ ownerReferences: [ownedBy(set)] });

test("for: a controller of pods that is there", () => {
  assert.equal(makesAnother(ofSet, clusterOf([set, ofSet])).is, "proven");
});

test("against: no controller; one that is gone, is being deleted, or makes no pods", () => {
  assert.equal(makesAnother(pod(), clusterOf([])).is, "refuted");
  assert.equal(makesAnother(ofSet, clusterOf([ofSet])).is, "refuted");
  assert.equal(makesAnother(ofSet, clusterOf([statefulSet({ deletionTimestamp: true })])).is, "refuted");
  const seed = claim({ name: "seed" });
  const uploader = pod({ ownerReferences: [ownedBy(seed)] });
  assert.equal(makesAnother(uploader, clusterOf([seed, uploader])).is, "refuted");
});

test("against: a Job that has finished, or is suspended", () => {
  for (const type of ["Complete", "Failed", "Suspended"]) {
    const import1 = { ...job(), status: { conditions: [{ type, status: "True" }] } };
    const worker = pod({ ownerReferences: [ownedBy(import1)] });
    assert.equal(makesAnother(worker, clusterOf([import1, worker])).is, "refuted", type);
  }
  const runs = job({});
  const worker = pod({ ownerReferences: [ownedBy(runs)] });
  assert.equal(makesAnother(worker, clusterOf([runs, worker])).is, "proven");
});

test("possible: an operator's kind", () => {
  const cluster = { apiVersion: "db.example.org/v1", kind: "Cluster", metadata: { name: "a", uid: "o-1" } };
  const member = pod({ ownerReferences: [ownedBy(cluster)] });
  assert.equal(makesAnother(member, clusterOf([member])).is, "possible");
});

test("unread: the kind of the controller", () => {
  assert.equal(makesAnother(ofSet, clusterOf([ofSet], "apps/v1/statefulsets")).is, "unread");
});
