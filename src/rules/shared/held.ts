import { type AuditContext, type RuleAnswer, type RuleFinding, stateSince } from "../../engine/index.ts";
import {
  type Evidence,
  type Hold,
  isTerminating,
  type KubeObject,
  type Severity,
  say,
} from "../../model/index.ts";
import { isOld } from "./age.ts";
import { sizeOf } from "./size.ts";
import { unreadIn } from "./unread.ts";

/** A finding about an object that has been Terminating for long enough: its root cause in one line. */
export function heldFinding(object: KubeObject, context: AuditContext): RuleAnswer {
  if (!isTerminating(object) || !isOld(stateSince(object), context.olderThan, context.cluster.now)) return [];
  const finding = { ...rootFinding(object, context), ...sizeOf(object) };
  const unread = unreadIn(context.explain(object).holds);
  return context.verdict(object).category === "unknown" && unread !== undefined
    ? { unread, findings: [{ ...finding, confidence: "unknown" }] }
    : [finding];
}

/** What a diagnosis says of its root cause. */
function rootFinding(object: KubeObject, context: AuditContext): RuleFinding {
  const { since, holds } = context.explain(object);
  const verdict = context.verdict(object);
  const roots = holds.filter(({ reason }) => reason === verdict.reason);
  return {
    message: say`${verdict.summary}`,
    ...(since === undefined ? {} : { since }),
    reason: verdict.reason,
    ...(roots[0] === undefined ? {} : { holder: roots[0].holder }),
    severity: severityOf(object, context),
    evidence: evidenceOf(roots),
    remedies: verdict.category === "unknown" ? [] : roots.flatMap(({ remedies }) => remedies),
  };
}

/** What thousands of holds rest on can be one list for all of them. */
function evidenceOf(holds: readonly Hold[]): readonly Evidence[] {
  return [...new Set(holds.map(({ evidence }) => evidence))].flat();
}

/** What resolves without action is worth knowing; what destroys data when it is resolved is the worst. */
function severityOf(object: KubeObject, context: AuditContext): Severity {
  switch (context.verdict(object).category) {
    case "healthy":
    case "waiting":
      return "note";
    case "blocked":
    case "stuck":
      return context.outlook(object) === "destroyed" ? "error" : "warning";
    case "unknown":
      return "warning";
  }
}
