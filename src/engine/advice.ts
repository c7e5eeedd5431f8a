import type { OfferedRemedy, Verdict } from "../model/index.ts";
import type { Knowledge, ReasonPage } from "./define.ts";
import { generalReasons } from "./reasons.ts";

/** What the page of the reason says to do: for a person, where no step that can be offered ends it. */
export function adviceFor(
  { category, reason }: Verdict,
  remedies: readonly OfferedRemedy[],
  knowledge: Knowledge,
): string | undefined {
  if (remedies.some(({ primary }) => primary) || (category !== "blocked" && category !== "stuck"))
    return undefined;
  return pageOf(reason, knowledge)?.whatToDo;
}

/** The page of a reason. */
export function pageOf(reason: string, { waits, finalizers }: Knowledge): ReasonPage | undefined {
  const pages = [generalReasons, ...[...waits, ...finalizers].map((entry) => entry.reasons)];
  return pages
    .map((given: Readonly<Record<string, ReasonPage>>) => given[reason])
    .find((page) => page !== undefined);
}
