/** A rule says by itself of whom it has nothing to say: `only` spares asking it, and decides nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { audit } from "../../src/analysis/index.ts";
import type { AnyRuleEntry } from "../../src/define/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { shareOf } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { allCases } from "./cases.ts";

const askedOfAll = knowledge.rules.map(({ only: _, ...rule }): AnyRuleEntry => rule);

function assertSame(objects: readonly KubeObject[], hidden: readonly Resource[]): void {
  const found = (rules: readonly AnyRuleEntry[]) =>
    audit(rules, { namespace: undefined, olderThan: 300 }, snapshotOf(objects, hidden), knowledge);
  assert.deepEqual(found(askedOfAll), found(knowledge.rules));
}

for (const [name, { fires, silent, unread }] of shareOf([...(await allCases())], 9)) {
  for (const { what, objects } of [...fires, ...silent])
    test(`all rules in the case of ${name}: ${what}`, () => assertSame(objects, []));
  for (const { what, objects, hidden } of unread)
    test(`all rules in the case of ${name}, not read: ${what}`, () => assertSame(objects, hidden));
}
