import assert from "node:assert/strict";
import { audit } from "../../src/analysis/index.ts";
import type { Snapshot } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { Resource } from "../../src/kubernetes/index.ts";
import { nameKey } from "../../src/kubernetes/index.ts";
import type { Finding, Report } from "../../src/report/index.ts";
import { calledSafer } from "./meant.ts";

/** What all rules say of everything. */
export function auditedWhole(snapshot: Snapshot): Report {
  return audit(knowledge.rules, { namespace: undefined, olderThan: 300 }, snapshot, knowledge);
}

const declared: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  knowledge.rules.map(({ code, on, needs }) => [code, new Set<string>([...on, ...needs])]),
);

const keyOf = ({ code, subject }: Finding) => `${code} ${nameKey(subject)}`;

/** Without this kind no finding may go in silence, and none may be certain that was not there. */
export function assertNothingUnsaid(whole: Report, partial: Report, resource: Resource): void {
  const before = new Set(whole.findings.map(keyOf));
  const after = new Set(partial.findings.map(keyOf));
  const silenced = new Set(partial.silenced.map(({ code }) => code));
  // An owner of another kind is asked for by its name.
  const undeclared = partial.silenced.filter(
    ({ code, unread }) => !unread.resource.startsWith("other:") && !declared.get(code)?.has(unread.resource),
  );
  assert.deepEqual(
    undeclared.map(({ code }) => code),
    [],
    `${resource} is not in needs`,
  );
  const lost = whole.findings.filter((finding) => !after.has(keyOf(finding)));
  const unsaid = lost.filter(({ code }) => !silenced.has(code)).map(keyOf);
  assert.deepEqual(unsaid, [], `lost without ${resource}`);
  const appeared = partial.findings.filter((finding) => !before.has(keyOf(finding)));
  const certain = appeared.filter(({ confidence }) => confidence === "certain").map(keyOf);
  assert.deepEqual(certain, [], `appeared without ${resource}`);
  assert.deepEqual(calledSafer(whole, partial), [], `called safer without ${resource}`);
}
