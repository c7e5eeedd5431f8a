import { type AuditContext, type RuleAnswer, type RuleFinding, stateSince } from "../../engine/index.ts";
import type { Hold, KubeObject } from "../../model/index.ts";
import { sizeOf } from "./size.ts";
import { unreadIn } from "./unread.ts";

/** What a rule takes from what holds an object. */
interface Wanted {
  /** The entries whose holds are looked at: waits, or finalizers. */
  readonly by: readonly string[];
  wanted(hold: Hold): boolean;
  more?(hold: Hold): Partial<RuleFinding>;
}

/**
 * A finding from what the diagnosis of an object says of itself: its first hold that is wanted. What could not be read
 * may have hidden one.
 */
export function diagnosedFinding(
  object: KubeObject,
  context: AuditContext,
  { by: entries, wanted, more }: Wanted,
): RuleAnswer {
  const own = context
    .ownHolds(object)
    .filter(({ by }) => entries.includes("wait" in by ? by.wait : by.finalizer));
  const found = own.find((hold) => hold.category !== "unknown" && wanted(hold));
  if (found !== undefined) {
    return [{ ...findingFrom(found, stateSince(object)), ...sizeOf(object), ...more?.(found) }];
  }
  const unread = unreadIn(own);
  return unread === undefined ? [] : { unread };
}

function findingFrom(
  { message, reason, holder, evidence, remedies }: Hold,
  since: string | undefined,
): RuleFinding {
  return { message, reason, holder, evidence, remedies, ...(since === undefined ? {} : { since }) };
}

/** A person must act, or a controller does not act. */
export function isTrouble({ category }: Hold): boolean {
  return category === "blocked" || category === "stuck";
}
