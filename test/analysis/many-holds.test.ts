import assert from "node:assert/strict";
import { test } from "node:test";
import { causesOf } from "../../src/analysis/causes.ts";
import type { Knowledge } from "../../src/define/define.ts";
import { words } from "../../src/kubernetes/index.ts";
import { clusterOf } from "../controllers/decisions/decide.ts";
import { claim } from "../support/objects.ts";

test("an object has more holds than a call can have arguments", () => {
  const many = 150_000;
  const hold = { reason: "Crowd", holder: { controller: "somebody" }, message: words(""), evidence: [] };
  const entry = {
    on: ["v1/persistentvolumeclaims"],
    finalizer: "example.com/crowd",
    reasons: {},
    holds: () => new Array(many).fill(hold),
  };
  const held = claim({ deletionTimestamp: true, finalizers: ["example.com/crowd"] });
  const knowledge = { finalizers: [entry], waits: [] } as unknown as Knowledge;
  assert.equal(causesOf(held, { cluster: clusterOf([held]), knowledge }).holds.length, many);
});
