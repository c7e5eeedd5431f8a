import assert from "node:assert/strict";
import { test } from "node:test";
import { claimOf } from "../../src/controllers/index.ts";
import { volume } from "../support/objects.ts";

const named = { apiVersion: "v1", kind: "PersistentVolumeClaim", namespace: "shop", name: "data" };
const claimRef = { namespace: "shop", name: "data" };

test("a volume that is bound names its claim with its uid", () => {
  assert.deepEqual(claimOf(volume({ claimRef: { ...claimRef, uid: "data-uid" } })), {
    ...named,
    uid: "data-uid",
  });
});

test("a reservation by name has no uid, nor an empty one", () => {
  assert.deepEqual(claimOf(volume({ claimRef })), named);
  assert.deepEqual(claimOf(volume({ claimRef: { ...claimRef, uid: "" } })), named);
});

test("a volume that nobody claims names none", () => assert.equal(claimOf(volume()), undefined));
