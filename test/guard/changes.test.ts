import assert from "node:assert/strict";
import { test } from "node:test";
import { accidents, changeOf, guardFor, removalOf } from "../../src/guard/index.ts";
import type { RawObject } from "../../src/kubernetes/index.ts";
import { rawObject } from "../../src/kubernetes/index.ts";

const [namespace = assert.fail()] = accidents;
const { policy } = guardFor(namespace, { mode: "warn", exempt: [] });
const denying = guardFor(namespace, { mode: "deny", exempt: [] }).policy;

function stored(manifest: object, metadata: object = {}): RawObject {
  const object = JSON.parse(JSON.stringify(manifest));
  const server = { uid: "u1", resourceVersion: "7", creationTimestamp: "2026-11-20T10:00:00Z" };
  const text = JSON.stringify({
    ...object,
    metadata: { ...object.metadata, ...server, ...metadata },
    status: {},
  });
  return rawObject(text) ?? assert.fail();
}

test("what is missing is created", () => {
  const change = changeOf(policy, "absent");
  assert.ok(change.is === "change" && change.act.do === "create");
  assert.deepEqual(JSON.parse(change.act.manifest), policy);
});

test("what is as asked is left alone, whatever else it was labelled with", () => {
  const labels = { ...policy.metadata.labels, team: "storage" };
  assert.deepEqual(changeOf(policy, stored(policy, { labels })), { is: "so already" });
});

test("another mode changes the spec, and only if it is what was read", () => {
  const change = changeOf(denying, stored(policy));
  assert.ok(change.is === "change" && change.act.do === "edit");
  assert.equal(change.act.on.uid, "u1");
  assert.deepEqual(change.act.edits, [
    { op: "replace", path: "/spec", value: denying.spec, was: JSON.parse(JSON.stringify(policy.spec)) },
  ]);
});

test("what others made under that name is neither changed nor deleted", () => {
  for (const labels of [{}, { "app.kubernetes.io/managed-by": "Helm" }]) {
    const found = stored(policy, { labels });
    assert.equal(changeOf(denying, found).is, "not ours");
    assert.equal(removalOf(found).is, "not ours");
  }
});

test("what is not there needs no removal", () => {
  assert.deepEqual(removalOf("absent"), { is: "so already" });
  const change = removalOf(stored(policy));
  assert.ok(change.is === "change" && change.act.do === "delete" && change.act.on.uid === "u1");
});
