import { answerWanted, approve, type GivenBy } from "../../executor/index.ts";
import { type Phrase, type Plan, say } from "../../model/index.ts";
import type { Edge } from "../edge.ts";

/** Whether the person says yes to the plan, by `--confirm`. `ask`: they have not said, and can be asked. Else why not. */
export function confirmedBefore(
  plan: Plan,
  digest: string,
  { given, before }: Confirmation,
  edge: Edge,
): "yes" | "ask" | Phrase {
  if (given !== undefined && given !== "")
    return approval(plan, { by: "digest", digest: given === before ? digest : given });
  if (edge.answers === "a person") return "ask";
  return say`Cannot ask for confirmation without a terminal, so nothing was sent. To continue, add --confirm=${digest}.`;
}

interface Confirmation {
  /** The value of `--confirm`. */
  readonly given: string | undefined;
  /** The digest that was confirmed when this rescue began. */
  readonly before: string | undefined;
}

/** Asks at the terminal. */
export async function confirmedNow(plan: Plan, edge: Edge): Promise<"yes" | Phrase> {
  const wanted = answerWanted(plan);
  const typed = await edge.ask(say`To continue, type ${wanted} ; with any other answer nothing is changed: `);
  return approval(plan, { by: "answer", typed: typed ?? "" });
}

function approval(plan: Plan, given: GivenBy): "yes" | Phrase {
  const approved = approve(plan, { given, accepted: [] });
  return "refused" in approved ? approved.refused : "yes";
}
