import assert from "node:assert/strict";
import { test } from "node:test";
import { ownerExists } from "../../../src/evidence/index.ts";
import { claim, ownedBy, statefulSet } from "../../support/objects.ts";
import { clusterOf, looked, restsOn } from "../ask.ts";

const set = statefulSet();
const owned = claim({ ownerReferences: [ownedBy(set)] });
const ask = (...given: Parameters<typeof clusterOf>) => ownerExists(ownedBy(set), owned, clusterOf(...given));

test("for: an object of that name has the same uid, also one that is being deleted", () => {
  assert.equal(ask([set]).is, "proven");
  assert.equal(ask([statefulSet({ deletionTimestamp: true })]).is, "proven");
});

test("against: it is not there, or another one has its name by now", () => {
  assert.equal(ask([]).is, "refuted");
  const other = ask([statefulSet({ uid: "other" })]);
  assert.equal(other.is, "refuted");
  assert.deepEqual(restsOn(looked(other).against), [
    "PersistentVolumeClaim/data metadata.ownerReferences[StatefulSet/web].uid: other",
  ]);
});

test("possible: of a kind that is not read", () => {
  const cluster = { apiVersion: "db.example.org/v1", kind: "Cluster", metadata: { name: "a", uid: "o-1" } };
  assert.equal(ownerExists(ownedBy(cluster), owned, clusterOf([])).is, "possible");
});

test("unread: the StatefulSets", () => {
  assert.equal(ask([], "apps/v1/statefulsets").is, "unread");
});
