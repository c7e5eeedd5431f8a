import type { AuditContext, RuleAnswer } from "../../engine/index.ts";
import { type KubeObject, say, secondsSince } from "../../model/index.ts";

/** A finding from the diagnosis of an object that has been as it is for long enough. */
export function heldFinding(object: KubeObject, context: AuditContext): RuleAnswer {
  const { verdict, since, holds, roots, fate } = context.diagnose(object);
  const seconds = secondsSince(since, context.cluster.now);
  if (seconds !== undefined && seconds < context.olderThan) return [];
  const unread = roots.find(({ category }) => category === "unknown")?.holder;
  if (verdict.category === "unknown" && unread !== undefined && "unread" in unread) return unread;
  return [
    {
      message: say`${verdict.summary}`,
      ...(since === undefined ? {} : { since }),
      reason: verdict.reason,
      severity: fate?.data === "destroyed" && verdict.category !== "waiting" ? "error" : "warning",
      evidence: holds.flatMap((hold) => (hold.reason === verdict.reason ? hold.evidence : [])),
      remedies: holds.flatMap((hold) => (hold.reason === verdict.reason ? hold.remedies : [])),
    },
  ];
}
