import type { ApprovedPlan, GivenBy, Refused } from "../../changes/executor/index.ts";
import { acceptanceNames, answerWanted, approve } from "../../changes/executor/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { Fate, Plan, PlanItem } from "../../report/index.ts";
import { typeToContinue } from "../changing.ts";
import type { Edge } from "../edge.ts";
import { printLine } from "../print.ts";
import type { Planned } from "./planning.ts";
import type { Wanted } from "./wanted.ts";

type Confirmed = { readonly approved: ApprovedPlan } | Refused;

/** Why the plan is not the one that was reviewed. */
export function otherThanReviewed({ digest }: Planned, { reviewed }: Wanted): Phrase | undefined {
  return reviewed === undefined || reviewed.digest === digest
    ? undefined
    : say`error: the new plan differs from the plan in the file (digest ${digest}, not ${reviewed.digest}): the cluster, the server or the user has changed. Nothing was sent.`;
}

/** What the command line leaves open, so that neither the server is asked to try it nor a person to answer. */
export function notAnswered(
  { plan, digest }: Planned,
  { accepted, confirmation }: Wanted,
  edge: Edge,
): Phrase | undefined {
  if (confirmation.by === "nothing" && edge.answers === "none") return howTo(plan, digest);
  const missing = acceptanceNames(plan).filter((name) => !accepted.includes(name));
  if (missing.length === 0) return undefined;
  const flags = missing.map((name) => `--accept ${name}`).join(" ");
  return say`error: the plan has dangers that you have not accepted, so nothing was sent. To accept them, add ${words(flags)}`;
}

/** Asks the person, unless the command line has answered already. */
export async function confirmed(plan: Plan, digest: string, wanted: Wanted, edge: Edge): Promise<Confirmed> {
  const given = await answer(plan, wanted, edge);
  if (given === undefined) return { refused: howTo(plan, digest) };
  const approved = approve(plan, { given, accepted: wanted.accepted });
  return "refused" in approved ? approved : { approved };
}

/** `undefined`: there is no person to ask. */
async function answer(plan: Plan, { confirmation }: Wanted, edge: Edge): Promise<GivenBy | undefined> {
  switch (confirmation.by) {
    case "yes":
      return { by: "yes" };
    case "digest":
      return { by: "digest", digest: confirmation.digest };
    case "nothing": {
      if (edge.answers === "none") return undefined;
      for (const line of recapOf(plan)) printLine(edge.out, line);
      return { by: "answer", typed: (await edge.ask(question(plan))) ?? "" };
    }
  }
}

function question(plan: Plan): Phrase {
  return answerWanted(plan) === "y" ? words("Do this? [y/N] ") : typeToContinue(plan);
}

/** What a script has to pass. */
function howTo(plan: Plan, digest: string): Phrase {
  const isSafe = plan.items.every(({ safety }) => safety === "safe");
  const names = [...new Set(plan.items.flatMap(({ accept }) => accept.map(({ name }) => name)))];
  const accepting = names.map((name) => ` --accept ${name}`).join("");
  const orYes = isSafe ? words(" (or --yes)") : [];
  return say`Cannot ask for confirmation without a terminal, so nothing was sent. To continue, add --confirm=${digest}${words(accepting)}${orYes}.`;
}

/** More than this of what cannot be undone stands in the plan above. */
const mostKept = 2;

/** The last lines before the question: where it is done, what is done, and what is lost by it. */
function recapOf(plan: Plan): readonly Phrase[] {
  const user = plan.user === undefined ? [] : say` as ${plan.user}`;
  const context = plan.context === undefined ? [] : say` (context ${plan.context})`;
  return [
    say`\nAbout to change ${plan.server}${context}${user}:`,
    ...plan.items.flatMap((item, position) => [say`  ${position + 1}. ${item.title}`, ...costsOf(item)]),
  ];
}

/** What comes of one step, where that is not harmless. */
export function costsOf({ safety, fate, otherFate, cannotUndo }: PlanItem): readonly Phrase[] {
  if (safety === "safe") return [];
  return [
    ...[fate, otherFate].flatMap((each) => (each === undefined ? [] : outcomeOf(each))),
    ...cannotUndo.slice(0, mostKept).map((each) => say`     ${each}`),
  ];
}

function outcomeOf(fate: Fate): readonly Phrase[] {
  const { volumeHandle, volume, data } = fate;
  const kind = words(volume?.kind === "VolumeSnapshotContent" ? "snapshot" : "disk");
  const disk =
    volumeHandle === undefined
      ? volume === undefined
        ? say`the ${kind}`
        : say`the ${kind} of ${volume.name}`
      : say`${kind} ${volumeHandle}`;
  switch (data) {
    case "destroyed":
      return [say`     After that ${disk} is DELETED, with all data on it.`];
    case "exposed":
      return [say`     After that another claim can get ${disk}, with the data on it.`];
    case "leaked":
      return [say`     After that ${disk} is left in the storage backend with no record of it.`];
    case "unknown":
      return [say`     It is unknown what happens to ${disk}: ${fate.because}`];
    case "kept":
    case "already-gone":
    case "none":
      return [];
  }
}
