import type { AuditContext, RuleAnswer, RuleFinding } from "../../engine/index.ts";
import {
  type Diagnosis,
  isTerminating,
  type KubeObject,
  type Severity,
  say,
  secondsSince,
} from "../../model/index.ts";
import { sizeOf } from "./size.ts";
import { unreadIn } from "./unread.ts";

/** A finding about an object that has been Terminating for long enough: its root cause in one line. */
export function heldFinding(object: KubeObject, context: AuditContext): RuleAnswer {
  if (!isTerminating(object)) return [];
  const diagnosis = context.diagnose(object);
  const seconds = secondsSince(diagnosis.since, context.cluster.now);
  if (seconds !== undefined && seconds < context.olderThan) return [];
  const finding = { ...rootFinding(diagnosis), ...sizeOf(object) };
  const unread = unreadIn(diagnosis.holds);
  return diagnosis.verdict.category === "unknown" && unread !== undefined
    ? { unread, findings: [{ ...finding, confidence: "unknown" }] }
    : [finding];
}

/** What a diagnosis says of its root cause. */
export function rootFinding({ verdict, since, holds, fate }: Diagnosis): RuleFinding {
  const roots = holds.filter(({ reason }) => reason === verdict.reason);
  return {
    message: say`${verdict.summary}`,
    ...(since === undefined ? {} : { since }),
    reason: verdict.reason,
    severity: severityOf(verdict.category, fate?.data === "destroyed"),
    evidence: roots.flatMap(({ evidence }) => evidence),
    remedies: verdict.category === "unknown" ? [] : roots.flatMap(({ remedies }) => remedies),
  };
}

/** What resolves by itself is worth knowing; what destroys data when somebody resolves it is the worst. */
function severityOf(category: Diagnosis["verdict"]["category"], destroys: boolean): Severity {
  switch (category) {
    case "healthy":
    case "waiting":
      return "note";
    case "blocked":
    case "stuck":
      return destroys ? "error" : "warning";
    case "unknown":
      return "warning";
  }
}
