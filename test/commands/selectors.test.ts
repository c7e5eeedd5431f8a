import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldMatcher, labelMatcher } from "../../src/commands/arguments/labels.ts";
import { Failure } from "../../src/commands/index.ts";
import { claim, pod } from "../support/objects.ts";

const labels = { app: "db", tier: "back", "example.com/size": "5", empty: "" };

const labelRows: readonly (readonly [string, boolean])[] = [
  ["", true],
  ["app=db", true],
  ["app==db", true],
  [" app = db , tier = back ", true],
  ["app=web", false],
  ["app!=web", true],
  ["app!=db", false],
  ["missing!=x", true],
  ["app in (web, db)", true],
  ["app in (web)", false],
  ["app notin (web),tier", true],
  ["missing notin (a)", true],
  ["app", true],
  ["missing", false],
  ["!missing", true],
  ["!app", false],
  ["example.com/size>4", true],
  ["example.com/size<4", false],
  ["app>4", false],
  ["empty=", true],
  ["constructor", false],
  ["!__proto__", true],
];

for (const [selector, expected] of labelRows) {
  test(`the label selector ${JSON.stringify(selector)} ${expected ? "matches" : "does not match"}`, () => {
    assert.equal(labelMatcher(selector)(labels), expected);
  });
}

for (const selector of ["a b", "a=b c", "in (x)", "a in x", "a=(b)", ",", "a>b", "a=b,,c", "a\u001b=b"]) {
  test(`the label selector ${JSON.stringify(selector)} is refused`, () => {
    assert.throws(() => labelMatcher(selector), Failure);
  });
}

const bound = claim({ name: "data", namespace: "shop", phase: "Bound" });

const fieldRows: readonly (readonly [string, boolean])[] = [
  ["", true],
  ["metadata.name=data", true],
  ["metadata.name==data,metadata.namespace=shop", true],
  ["metadata.namespace!=shop", false],
  ["status.phase!=Bound", false],
  ["status.phase=Bound", true],
];

for (const [selector, expected] of fieldRows) {
  test(`the field selector ${JSON.stringify(selector)} ${expected ? "matches" : "does not match"}`, () => {
    assert.equal(fieldMatcher(selector)(bound), expected);
  });
}

test("a pod is selected by its node", () => {
  assert.equal(fieldMatcher("spec.nodeName=n1")(pod({ nodeName: "n1" })), true);
});

for (const selector of ["status.phase", "spec.volumeName=x"]) {
  test(`the field selector ${selector} is refused`, () => {
    assert.throws(() => fieldMatcher(selector), Failure);
  });
}
