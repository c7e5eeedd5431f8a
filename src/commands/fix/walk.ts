import { answerWanted, approve, digestOf } from "../../changes/executor/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { nameKey, say, words } from "../../kubernetes/index.ts";
import { safeties } from "../../render/labels.ts";
import type { PlanItem, Refusal, WriteResult } from "../../report/index.ts";
import { safestFirst } from "../../report/index.ts";
import { carriedOut, exitCodeOfRun } from "../changing/carrying.ts";
import { acceptFlags } from "../changing/confirm.ts";
import { askingFirst } from "../changing/preflight.ts";
import { costsOf } from "../changing/recap.ts";
import type { ExitCode } from "../failure.ts";
import { printLine, worst } from "../print.ts";
import { plannedAgain, tellAfterwards } from "./apply.ts";
import type { Planned, Planning } from "./planning.ts";
import { makePlan } from "./planning.ts";
import { preflight } from "./preflight.ts";

/** What became of one cause. */
interface Passed {
  readonly title: Phrase;
  readonly end: "done" | "not done" | "declined" | "gone" | "refused";
}

/** Words that a person types for something else than yes. */
const others = { no: ["n", "no"], more: ["m", "more"], stop: ["s", "stop", "q", "quit"] } as const;

/**
 * Goes through the causes at the terminal, one question each, the safe ones first. After each step the cluster is
 * read again: a cause that this step ended is reported, and not asked about.
 *
 * @returns how it ended, as for one plan; what a person declines is no failure
 */
export async function walk(first: Planned, planning: Planning): Promise<ExitCode> {
  const { wanted, surroundings } = planning;
  const most = wanted.request.max ?? Number.POSITIVE_INFINITY;
  const passed = new Map<string, Passed>();
  const codes: ExitCode[] = [];
  let planned = first;
  let isStopped = false;
  for (let item = nextOf(planned, passed); item !== undefined && !isStopped; item = nextOf(planned, passed)) {
    if ([...passed.values()].filter(({ end }) => end === "done").length >= most) break;
    const key = keyOf(item);
    const count = passed.size + 1;
    printLine(
      surroundings.out,
      say`${count} of ${passed.size + leftIn(planned, passed)}  ${words(safeties[item.safety].name)} ${item.title}`,
    );
    printLine(surroundings.out, say`  ${item.why}`);
    for (const line of costsOf(item)) printLine(surroundings.out, line);
    const end = await settled(item, planned, planning, codes);
    if (end === "stopped") {
      isStopped = true;
      break;
    }
    passed.set(key, { title: item.title, end });
    if (end === "done") planned = await lookedAgain(planning, planned, passed);
  }
  tellAll(passed, planned, planning);
  if (surroundings.interrupted.aborted) return 130;
  return worst([...codes, planned.refusals.length > 0 ? 5 : 0]);
}

/** The safest of the causes that are still to be asked about. */
function nextOf({ plan }: Planned, passed: ReadonlyMap<string, Passed>): PlanItem | undefined {
  const left = plan.items.filter((item) => !passed.has(keyOf(item)));
  return safestFirst.flatMap((safety) => left.filter((item) => item.safety === safety))[0];
}

function leftIn({ plan }: Planned, passed: ReadonlyMap<string, Passed>): number {
  return plan.items.filter((item) => !passed.has(keyOf(item))).length;
}

function keyOf({ because, remedy }: PlanItem): string {
  return JSON.stringify([nameKey(because.object), because.object.uid, remedy]);
}

/** Asks about one cause until there is an answer, and does what was answered. */
async function settled(
  item: PlanItem,
  planned: Planned,
  planning: Planning,
  codes: ExitCode[],
): Promise<Passed["end"] | "stopped"> {
  const { wanted, connected, executor, surroundings } = planning;
  const plan = { ...planned.plan, items: [item] };
  const alone: Planned = { ...planned, plan, digest: digestOf(plan), refusals: [], idle: [] };
  const missing = acceptFlags(plan, wanted.accepted);
  if (missing !== "") {
    printLine(surroundings.out, say`  Skipped: its dangers must be accepted by name. Add${words(missing)}`);
    codes.push(5);
    return "refused";
  }
  const { refusals } = await surroundings.busy(askingFirst, () => preflight(alone, connected, executor));
  if (refusals.length > 0) return refused(refusals, planning, codes);
  const answer = await answered(alone, planning);
  if (answer.by !== "typed") return answer.by;
  const approved = approve(plan, { given: { by: "answer", typed: answer.text }, accepted: wanted.accepted });
  if ("refused" in approved) {
    printLine(surroundings.out, say`  ${approved.refused}`);
    return "declined";
  }
  const said: WriteResult[] = [];
  await carriedOut(approved, plannedAgain(planning), planning, said);
  const code = exitCodeOfRun(said);
  codes.push(code);
  if (code === 0) await tellAfterwards(plan, planning);
  return code === 0 ? "done" : "not done";
}

function refused(refusals: readonly Refusal[], { surroundings }: Planning, codes: ExitCode[]): "refused" {
  for (const { message } of refusals) printLine(surroundings.out, say`  Refused: ${message}`);
  codes.push(5);
  return "refused";
}

type Answer = { readonly by: "typed"; readonly text: string } | { readonly by: "declined" | "stopped" };

async function answered(alone: Planned, { telling, surroundings }: Planning): Promise<Answer> {
  for (;;) {
    const typed = await surroundings.ask(question(alone));
    if (typed === undefined || surroundings.interrupted.aborted) return { by: "stopped" };
    const text = typed.trim().toLowerCase();
    if (isOneOf(others.stop, text)) return { by: "stopped" };
    if (isOneOf(others.no, text) || text === "") return { by: "declined" };
    if (!isOneOf(others.more, text)) return { by: "typed", text: typed };
    telling.know({ plan: alone.plan, digest: alone.digest, refusals: [], idle: [] });
    telling.print(0);
  }
}

function isOneOf(answers: readonly string[], text: string): boolean {
  return answers.includes(text);
}

function question({ plan }: Planned): Phrase {
  const wanted = answerWanted(plan);
  return wanted === "y"
    ? words("  Do this? [y]es, [n]o, show [m]ore, [s]top: ")
    : say`  To continue, type ${wanted} ; or no, more, stop: `;
}

/**
 * Reads the cluster again. A cause that is missing now was ended by what was done. A new cause is not asked about in this run:
 * controllers may be about to end it.
 */
async function lookedAgain(
  planning: Planning,
  before: Planned,
  passed: Map<string, Passed>,
): Promise<Planned> {
  const now = await makePlan(planning);
  const known = new Set(before.plan.items.map(keyOf));
  const still = new Set(now.plan.items.map(keyOf));
  for (const item of before.plan.items) {
    const key = keyOf(item);
    if (passed.has(key) || still.has(key)) continue;
    passed.set(key, { title: item.title, end: "gone" });
    printLine(planning.surroundings.out, say`No longer needed: ${item.title}`);
  }
  const items = now.plan.items.filter((item) => known.has(keyOf(item)));
  const refused = new Set(before.refusals.map(({ object }) => nameKey(object)));
  const refusals = now.refusals.filter(({ object }) => refused.has(nameKey(object)));
  return { ...now, plan: { ...now.plan, items }, refusals };
}

const endWords: Readonly<Record<Passed["end"], string>> = {
  done: "done",
  "not done": "started but not finished",
  declined: "declined",
  gone: "no longer needed",
  refused: "refused",
};

function tellAll(passed: ReadonlyMap<string, Passed>, planned: Planned, { surroundings }: Planning): void {
  const counts = Object.entries(endWords).flatMap(([end, name]) => {
    const count = [...passed.values()].filter((each) => each.end === end).length;
    return count === 0 ? [] : [`${count} ${name}`];
  });
  const left = leftIn(planned, passed);
  if (left > 0) counts.push(`${left} not asked about`);
  printLine(surroundings.out, say`\n${words(`Summary: ${counts.join(", ") || "no questions asked"}.`)}`);
  for (const { object, message } of planned.refusals)
    printLine(surroundings.out, say`Refused: ${words(object.kind.toLowerCase())}/${object.name}: ${message}`);
}
