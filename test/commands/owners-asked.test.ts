/** `why` asks for the owners that an answer depends on, also of kinds without a definition; an audit does not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MissingOwner, Snapshot } from "../../src/cluster/index.ts";
import type { ObjectRef, OtherObject } from "../../src/kubernetes/index.ts";
import { refOf } from "../../src/kubernetes/index.ts";
import { claim, claimRefTo, ebs, ownedBy, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

const noon = Date.parse("2026-11-20T12:00:00Z");
const type = { apiVersion: "db.example.org/v1", kind: "Database" };
const ref: ObjectRef = { ...type, namespace: "shop", name: "orders" };

function shop(more: Partial<Snapshot>) {
  const owner = { ...type, metadata: { name: "orders", uid: "o-1" } };
  const owned = claim({ phase: "Bound", volumeName: "pv-data", ownerReferences: [ownedBy(owner)] });
  const bound = volume({ phase: "Bound", claimRef: claimRefTo(owned), spec: ebs });
  const asked: ObjectRef[] = [];
  const source = memorySource({ ...snapshotOf([owned, bound]), ...more }, "shop");
  const owners: typeof source.owners = (refs) => {
    asked.push(...refs);
    return source.owners(refs);
  };
  return { source: { ...source, owners }, asked };
}

async function why(more: Partial<Snapshot>) {
  const { source, asked } = shop(more);
  const { out, code } = await runCommand(["why", "pvc/data"], source, { now: () => noon });
  return { out: out.replaceAll(/\s+/g, " "), code, asked };
}

const missing = (because: MissingOwner["because"]): Partial<Snapshot> => ({
  missingOwners: [{ owner: ref, because, plural: "databases" }],
});
const there = (uid: string): OtherObject => ({
  ...type,
  metadata: { name: "orders", namespace: "shop", uid },
});

test("an owner that exists is asked for once, by its name", async () => {
  const { out, code, asked } = await why({ otherOwners: [there("o-1")] });
  assert.match(out, /its owner Database\/orders exists/);
  assert.deepEqual([code, asked.map(refOf)], [0, [ref]]);
});

test("an owner that does not exist, or has another uid, is told as gone", async () => {
  for (const more of [missing("NotFound"), { otherOwners: [there("o-2")] }])
    assert.match((await why(more)).out, /its owner database\/orders with uid o-1 does not exist/);
});

test("an owner that may not be read leaves the answer open, and says which right is missing", async () => {
  const { out, code } = await why(missing("Forbidden"));
  assert.match(out, /you are not allowed to get databases\.db\.example\.org -n shop/);
  assert.equal(code, 3);
});

test("a source that has nothing to say of an owner leaves it unchecked", async () => {
  const { out, code } = await why({});
  assert.match(out, /its owner Database\/orders \(db\.example\.org\/v1\) was not checked/);
  assert.equal(code, 0);
});

test("an audit asks for no such owner", async () => {
  const { source, asked } = shop(missing("NotFound"));
  await runCommand(["audit"], source, { now: () => noon });
  assert.deepEqual(asked, []);
});
