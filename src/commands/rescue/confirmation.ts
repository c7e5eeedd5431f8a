import { answerWanted, approve, digestOf, type GivenBy } from "../../executor/index.ts";
import { type Phrase, type Plan, say } from "../../model/index.ts";
import type { Edge } from "../edge.ts";

/**
 * Whether the person says yes to the plan, by `--confirm` or at the terminal. Else why not.
 *
 * @param before the digest that they confirmed when they began what is now to go on
 */
export async function confirmed(
  plan: Plan,
  confirmation: string | undefined,
  before: string | undefined,
  edge: Edge,
): Promise<"yes" | Phrase> {
  const digest = digestOf(plan);
  const given = await answer(
    plan,
    confirmation === before && before !== undefined ? digest : confirmation,
    edge,
  );
  if (given === undefined)
    return say`There is no terminal to ask, so nothing was sent. To do this, add --confirm=${before ?? digest}.`;
  const approved = approve(plan, { given, accepted: [] });
  return "refused" in approved ? approved.refused : "yes";
}

async function answer(plan: Plan, digest: string | undefined, edge: Edge): Promise<GivenBy | undefined> {
  if (digest !== undefined && digest !== "") return { by: "digest", digest };
  if (edge.answers === "nobody") return undefined;
  const wanted = answerWanted(plan);
  const typed = await edge.ask(say`To do this, type ${wanted} ; anything else leaves everything as it is: `);
  return { by: "answer", typed: typed ?? "" };
}
