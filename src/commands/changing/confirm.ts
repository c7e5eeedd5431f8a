import type { ApprovedPlan, GivenBy, Refused } from "../../changes/executor/index.ts";
import { acceptanceNames, answerWanted, approve } from "../../changes/executor/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { Plan } from "../../report/index.ts";
import { printLine } from "../print.ts";
import type { Surroundings } from "../surroundings.ts";

/** What the command line says to a plan. */
export type Confirmation =
  | { readonly by: "nothing" | "yes" }
  | { readonly by: "digest"; readonly digest: string };

type Confirmed = { readonly approved: ApprovedPlan } | Refused;

/** Asks the person, unless the command line has answered already. */
export async function confirmed(
  plan: Plan,
  { confirmation, accepted }: { readonly confirmation: Confirmation; readonly accepted: readonly string[] },
  surroundings: Surroundings,
  recap: readonly Phrase[] = [],
): Promise<Confirmed> {
  const given = await answer(plan, confirmation, surroundings, recap);
  const approved = approve(plan, { given, accepted });
  return "refused" in approved ? approved : { approved };
}

async function answer(
  plan: Plan,
  confirmation: Confirmation,
  surroundings: Surroundings,
  recap: readonly Phrase[],
): Promise<GivenBy> {
  if (confirmation.by === "digest") return confirmation;
  if (confirmation.by === "yes") return { by: "yes" };
  for (const line of recap) printLine(surroundings.out, line);
  return { by: "answer", typed: (await surroundings.ask(question(plan))) ?? "" };
}

function question(plan: Plan): Phrase {
  const wanted = answerWanted(plan);
  return wanted === "y"
    ? words("Do this? [y/N] ")
    : say`To continue, type ${wanted} ; with any other answer nothing is changed: `;
}

/** The flags that accept the dangers of a plan, but for those that were accepted; empty where nothing is missing. */
export function acceptFlags(plan: Plan, accepted: readonly string[] = []): string {
  const missing = acceptanceNames(plan).filter((name) => !accepted.includes(name));
  return missing.map((name) => ` --accept ${name}`).join("");
}

/** What a script has to pass. */
export function cannotAsk(plan: Plan, digest: string): Phrase {
  const isSafe = plan.items.every(({ safety }) => safety === "safe");
  const orYes = isSafe ? words(" (or --yes)") : [];
  return say`Cannot ask for confirmation without a terminal, so nothing was sent. To continue, add --confirm=${digest}${words(acceptFlags(plan))}${orYes}.`;
}
