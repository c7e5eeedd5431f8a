import type { AnyController, ObjectRef, Report, Snapshot } from "../model/index.ts";
import { auditReport } from "./audit-report.ts";
import type { Knowledge } from "./define.ts";
import { type AuditScope, createJudge, type Judge, type Judgement, type Pass } from "./judge.ts";
import type { AnyRuleEntry } from "./rule.ts";

export type { AuditScope } from "./judge.ts";

export type Auditor = (snapshot: Snapshot, pass?: Pass) => Report;

/** Asks each rule about each object of its kinds. */
export function audit(
  rules: readonly AnyRuleEntry[],
  scope: AuditScope,
  snapshot: Snapshot,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Report {
  return auditor(rules, scope, knowledge, controllers)(snapshot);
}

/**
 * Audits snapshots of which each has what the one before it had, and more: what had asked for something that was not
 * collected is judged again, and the rest stands.
 *
 * @param only the objects to be judged; unless given, all that there are
 */
export function auditor(
  rules: readonly AnyRuleEntry[],
  scope: AuditScope,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
  only?: readonly ObjectRef[],
): Auditor {
  const resources = [...new Set(rules.flatMap(({ on }) => on))];
  let before: readonly Judgement[] | undefined;
  return (snapshot, pass = "whole") => {
    const judge = createJudge(rules, scope, snapshot, knowledge, controllers, pass);
    if (before !== undefined)
      before = before.flatMap((each) => (isWanting(each) ? again(each, judge) : [each]));
    else if (only !== undefined) before = only.flatMap((ref) => judge.object(ref));
    else before = resources.flatMap((resource) => judge.list(resource));
    return auditReport(before, rules, snapshot);
  };
}

function isWanting({ unread }: Judgement): boolean {
  return unread.some(({ reason }) => reason === "NotCollected");
}

/** Of whom a rule could find nothing before, it finds nothing in more of the same. */
function again({ resource, object, rules }: Judgement, judge: Judge): readonly Judgement[] {
  return object === undefined ? judge.list(resource) : judge.object(object, rules);
}
