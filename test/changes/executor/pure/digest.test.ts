/** The digest is of one text, so that only pvguard has to know how it is made. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { digestOf } from "../../../../src/changes/executor/index.ts";
import { words } from "../../../../src/kubernetes/index.ts";
import { item, plan } from "../support/plans.ts";

const on = { uid: "u1", name: "disk", kind: "PersistentVolume", apiVersion: "v1" };
const edits = [{ was: null, value: { z: 1, a: [2, 1] }, path: "/spec/x", op: "replace" }] as const;
const accept = [
  { name: "DiskLeaks", because: words("It stays.") },
  { name: "Other", because: words("It goes.") },
];
const made = {
  ...plan(item([{ when: "later", act: { do: "edit", on, edits } }], { accept, related: [on] })),
  context: "prod",
};

/** Written manually: members sorted by name, lists as they are, undefined members left out, and dangers by name. */
const text = `{"context":"prod","items":[{"accept":["DiskLeaks","Other"],"because":{"leaves":["A leaf"],"object":{"apiVersion":"v1","kind":"PersistentVolume","name":"disk"}},"related":[{"apiVersion":"v1","kind":"PersistentVolume","name":"disk","uid":"u1"}],"remedy":"drop-finalizer","safety":"loses-data","steps":[{"act":{"do":"edit","edits":[{"op":"replace","path":"/spec/x","value":{"a":[2,1],"z":1},"was":null}],"on":{"apiVersion":"v1","kind":"PersistentVolume","name":"disk","uid":"u1"}},"when":"later"}]}],"server":"https://127.0.0.1/"}`;

test("S1: the digest is the SHA-256 of this JSON", () => {
  assert.equal(digestOf(made), createHash("sha256").update(text).digest("hex"));
});

test("S1: whoever the user is, is part of it", () => {
  const known = `${text.slice(0, -1)},"user":"ada"}`;
  assert.equal(digestOf({ ...made, user: "ada" }), createHash("sha256").update(known).digest("hex"));
});
