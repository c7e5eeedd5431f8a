/** A rule with a bug: the others go on, and the audit does not report the rule as passed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { audit } from "../../src/analysis/index.ts";
import type { AnyRuleEntry } from "../../src/define/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import { auditRenderers, plainOptions } from "../../src/render/index.ts";
import { claim } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

function failing(on: string): AnyRuleEntry {
  const [rule] = knowledge.rules;
  assert.ok(rule !== undefined);
  return {
    ...rule,
    code: "PVG999",
    only: [],
    check({ metadata }) {
      if (metadata.name === on) throw new TypeError("x is not iterable");
      return [{ message: [{ words: "judged" }] }];
    },
  };
}

const protectedBy = ["kubernetes.io/pvc-protection"];
const snapshot = snapshotOf([
  ...["one", "two"].map((name) =>
    claim({ name, namespace: "shop", phase: "Bound", finalizers: protectedBy }),
  ),
  claim({ name: "held", namespace: "shop", deletionTimestamp: true, finalizers: ["a.example.com/b"] }),
]);
const scope = { namespace: undefined, olderThan: 0 };

function audited(rules: readonly AnyRuleEntry[]) {
  return audit(rules, scope, snapshot, knowledge);
}

test("what it could judge is told, and what it could not is listed with the error", () => {
  const held = knowledge.rules.find(({ code }) => code === "PVG101");
  assert.ok(held !== undefined);
  const { findings, silenced, unread } = audited([failing("one"), held]);
  assert.deepEqual(findings.map(({ code, subject }) => `${code} ${subject.name}`).sort(), [
    "PVG101 held",
    "PVG999 held",
    "PVG999 two",
  ]);
  const missing = {
    resource: "v1/persistentvolumeclaims",
    scope: { of: "object", name: "one", namespace: "shop" },
    reason: "NotJudged",
    detail: "TypeError: x is not iterable",
  };
  assert.deepEqual([silenced, unread], [[{ code: "PVG999", unread: missing }], [missing]]);
});

test("one that fails over everything is told once", () => {
  const always = { ...failing(""), check: () => assert.fail("never") };
  assert.equal(audited([always]).silenced.length, 1);
});

test("a person is told on the first screen", () => {
  const rule = failing("one");
  const { what, whatToDo } = rule;
  const report = {
    ...audited([rule]),
    asked: [{ ...rule, what, whatToDo }],
    ignored: [],
    changed: [],
    notLookedAgain: 0,
  };
  const text = auditRenderers.find(({ name }) => name === "text");
  assert.match(text?.render(report, plainOptions) ?? "", /Not checked: .*\(a rule failed\)/);
  const byRule = text?.render(report, { ...plainOptions, by: "rule" }) ?? "";
  assert.match(
    byRule.replaceAll(/\s+/g, " "),
    /PVG999 could not see: .* NotJudged, a rule failed.*x is not iterable/,
  );
});
