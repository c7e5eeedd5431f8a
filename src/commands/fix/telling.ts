import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import { planRenderers } from "../../render/index.ts";
import type { Fate, FixReport, Plan, PlanItem, Refusal } from "../../report/index.ts";
import { planAt } from "../changing/plan.ts";
import type { Telling } from "../changing/telling.ts";
import { modeOf, tellingFor } from "../changing/telling.ts";
import type { Invocation } from "../command.ts";
import type { ExitCode } from "../failure.ts";
import { errorOf } from "../failure.ts";
import { isMachineFormat } from "../flags/index.ts";
import { outputsOf } from "../outputs.ts";
import { printFailures, printLine, worst } from "../print.ts";
import type { Surroundings } from "../surroundings.ts";
import { dryRun, output } from "./flags.ts";
import type { Planned } from "./planning.ts";
import type { Wanted } from "./wanted.ts";

export async function tellingOfFix(
  { words: given, flags }: Invocation,
  surroundings: Surroundings,
): Promise<Telling<FixReport>> {
  const load = async (name: string) => planRenderers.find((each) => each.name === name);
  const outputs = await outputsOf(flags, output, { load, rows: "items" }, surroundings);
  const renderer = (await outputs.printed?.load()) ?? planRenderers[0];
  const isForPeople = !isMachineFormat(outputs.printed?.format);
  const begun: FixReport = {
    mode: modeOf(flags.choice(dryRun)),
    request: { words: given },
    plan: planAt({ server: "" }, [], surroundings.now()),
    digest: "",
    refusals: [],
    idle: [],
    accepted: [],
    previews: [],
    outcomes: [],
    errors: [],
    exitCode: 0,
  };
  return tellingFor(begun, { renderer, isForPeople, outputs }, flags, surroundings);
}

/** What the plan alone says about the end of the run. */
interface Known {
  readonly code: ExitCode;
  /** There is nothing to show: a person was told so. */
  readonly isEmpty: boolean;
}

/** Hands a plan to what is told of the run. */
export function knownOf(
  planned: Planned,
  wanted: Wanted,
  telling: Telling<FixReport>,
  surroundings: Surroundings,
): Known {
  const { plan, digest, refusals, idle, failures } = planned;
  telling.know({ plan, digest, refusals, idle });
  telling.know({ errors: failures.map(({ kind, phrase }) => errorOf(kind, phrase)) });
  const code = worst([exitCodeOfRefusals(refusals), printFailures(failures, surroundings)]);
  const isEmpty = telling.isForPeople && plan.items.length + refusals.length + idle.length === 0;
  if (isEmpty && failures.length === 0) printLine(surroundings.err, noneFound(wanted));
  return { code, isEmpty };
}

function noneFound({ asked }: Wanted): Phrase {
  switch (asked.by) {
    case "rule":
      return say`Nothing to do: rule ${asked.rule} finds no problems.`;
    case "stuck":
      return words("Nothing to do: no object that could be read is stuck.");
    case "name":
    case "type":
      return words("No resources found");
  }
}

/** Not to know is another end than to know that it must not be. */
export function exitCodeOfRefusals(refusals: readonly Refusal[]): ExitCode {
  if (refusals.length === 0) return 0;
  return refusals.every(({ reason }) => reason === "IncompleteView") ? 3 : 5;
}

/** More than this of what cannot be undone stands in the plan above. */
const mostKept = 2;

/** The last lines before the question: where it is done, what is done, and what is lost by it. */
export function recapOf(plan: Plan): readonly Phrase[] {
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
  const { volumeHandle, volume, data, onlyIf } = fate;
  const kind = words(volume?.kind === "VolumeSnapshotContent" ? "snapshot" : "disk");
  const disk =
    volumeHandle === undefined
      ? volume === undefined
        ? say`the ${kind}`
        : say`the ${kind} of ${volume.name}`
      : say`${kind} ${volumeHandle}`;
  switch (data) {
    case "destroyed":
      if (onlyIf !== undefined) return [say`     After that ${disk} MAY BE DELETED: it is if ${onlyIf}.`];
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
