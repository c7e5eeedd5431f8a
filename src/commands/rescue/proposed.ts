import type { Outline, Rescue } from "../../engine/rescue/index.ts";
import { digestOf } from "../../executor/index.ts";
import { type ObjectRef, type Phrase, say } from "../../model/index.ts";
import type { Invocation } from "../command.ts";
import type { Edge } from "../edge.ts";
import type { ExitCode } from "../exit-code.ts";
import { printLine } from "../print.ts";
import type { Connected } from "../source.ts";
import { confirmed } from "./confirmation.ts";
import { confirm, dryRun } from "./flags.ts";
import { type Bench, perform } from "./perform.ts";
import { wholePlan } from "./plans.ts";
import { printPlan, printRefusal, printUnread } from "./print.ts";
import { missingRight } from "./rights.ts";

/**
 * Shows the plan, asks, and carries it out.
 *
 * @param before the digest of the plan that was confirmed when this rescue began
 * @param limits what else cannot be undone
 */
export async function proposed(
  rescue: Rescue,
  planned: Outline,
  on: ObjectRef,
  before: string | undefined,
  connected: Connected,
  bench: Bench,
  invocation: Invocation,
  edge: Edge,
  limits: readonly Phrase[] = [],
): Promise<ExitCode> {
  const { end, steps } = planned;
  if (end.next === "unknown") {
    printUnread(end.unread, edge);
    return 3;
  }
  if (end.next === "refuse" && steps.length === 0) {
    printRefusal(end.refusal, edge.err);
    return 5;
  }
  const { server, context, user } = connected;
  const plan = wholePlan(on, rescue, planned, { server, context, user, now: edge.now() });
  const digest = digestOf(plan);
  if (steps.length === 0) return await perform(rescue, before ?? digest, connected, bench, invocation, edge);
  printPlan({ plan, digest }, rescue, planned, limits, invocation, edge);
  if (invocation.flags.choice(dryRun) === "client") return 0;
  const denied = await missingRight(planned, bench.executor);
  if (denied !== undefined) {
    printRefusal(denied, edge.err);
    return 5;
  }
  const answer = await confirmed(plan, invocation.flags.text(confirm), before, edge);
  if (answer === "yes") return await perform(rescue, before ?? digest, connected, bench, invocation, edge);
  printLine(edge.err, say`${answer}`);
  return edge.interrupted.aborted ? 130 : 5;
}
