/** A plan in a file is not believed: only what was asked for and its digest are taken, and only in their form. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Failure } from "../../../src/commands/failure.ts";
import { reviewedPlan } from "../../../src/commands/fix/wanted.ts";
import { plain } from "../../support/fault-server/surroundings.ts";

const digest = "0123456789abcdef".repeat(4);
const asked = { words: ["pvc/data"] };
const whole = { apiVersion: "pvguard.dev/v1alpha1", kind: "Plan", digest, asked };

function read(value: unknown): unknown {
  try {
    return reviewedPlan(typeof value === "string" ? value : JSON.stringify(value), "plan.json");
  } catch (problem) {
    assert.ok(problem instanceof Failure);
    assert.equal(problem.kind, "usage");
    return plain(problem.phrase);
  }
}

const no = (why: string) => `error: cannot use plan.json as a plan: ${why}`;
const noPlan = no("it was not printed by 'kubectl pvguard fix -o json'");
const noDigest = no("it has no digest");
const noRequest = no("it does not contain what was asked for");
const all = {
  words: ["pvc/data", "pvc/b"],
  namespace: "shop",
  remedy: "drop-finalizer",
  finalizer: "a/b",
  rule: "PVG204",
  max: 3,
};

for (const [what, value, expected] of [
  ["a whole one", whole, { request: asked, digest }],
  ["with everything", { ...whole, asked: all, items: [{}] }, { request: all, digest }],
  ["no words", { ...whole, asked: { words: [] } }, { request: { words: [] }, digest }],
  ["no JSON", "{", noPlan],
  ["no object", [whole], noPlan],
  ["null", null, noPlan],
  ["another kind", { ...whole, kind: "Rescue" }, noPlan],
  ["another version", { ...whole, apiVersion: "pvguard.dev/v2" }, noPlan],
  ["no digest", { ...whole, digest: undefined }, noDigest],
  ["a digest that is none", { ...whole, digest: 7 }, noDigest],
  ["an empty digest", { ...whole, digest: "" }, noDigest],
  ["a digest in capitals", { ...whole, digest: digest.toUpperCase() }, noDigest],
  ["a digest that is longer", { ...whole, digest: `${digest}0` }, noDigest],
  ["a digest with something before it", { ...whole, digest: `x${digest}` }, noDigest],
  ["no request", { ...whole, asked: undefined }, noRequest],
  ["a request that is none", { ...whole, asked: ["pvc/data"] }, noRequest],
  ["an unknown field", { ...whole, asked: { ...asked, force: true } }, noRequest],
  ["no list of words", { ...whole, asked: { words: "pvc/data" } }, noRequest],
  ["a word that is none", { ...whole, asked: { words: ["pvc/data", 7] } }, noRequest],
  ["a maximum that is no number", { ...whole, asked: { ...asked, max: "3" } }, noRequest],
  ["a maximum that is not whole", { ...whole, asked: { ...asked, max: 1.5 } }, noRequest],
  ...["namespace", "remedy", "finalizer", "rule"].map(
    (field) => [`a ${field} that is none`, { ...whole, asked: { ...asked, [field]: 7 } }, noRequest] as const,
  ),
] as const) {
  test(`a plan from a file: ${what}`, () => {
    assert.deepEqual(read(value), expected);
  });
}
