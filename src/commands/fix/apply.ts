import type { ApprovedPlan, Executor, Outcome } from "../../changes/executor/index.ts";
import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { fieldsOf, kindNamed, nameKey, nameOf, say, shortNameOf, words } from "../../kubernetes/index.ts";
import { commandLine } from "../../render/index.ts";
import { reached } from "../../render/reached.ts";
import type { Plan, WriteResult } from "../../report/index.ts";
import type { ExitCode } from "../failure.ts";
import { reachOf } from "../flags/index.ts";
import { printLine } from "../print.ts";
import type { Planning } from "./planning.ts";
import { makePlan } from "./planning.ts";
import { unchangedSince } from "./recheck.ts";

/** Carries the plan out, and reports each step as soon as its outcome is known: it is added to `said`. */
export async function carriedOut(
  approved: ApprovedPlan,
  planning: Planning,
  said: WriteResult[],
): Promise<void> {
  const { executor, telling, surroundings } = planning;
  const options = {
    recheck: (item: Outcome["item"], next?: Outcome["step"]) =>
      unchangedSince(item, next, () => makePlan(planning, item.because.object), surroundings.now),
  };
  const run = async () => {
    for await (const outcome of executor.run(approved, options)) {
      const { item, step, status, detail, check } = outcome;
      said.push({ item: approved.plan.items.indexOf(item), step, status, detail });
      if (telling.isForPeople)
        printLine(
          surroundings.out,
          say`${words(statusWords[status])}${placeOf(step, item)}: ${item.title}: ${detail}`,
        );
      const line = check && commandLine(check);
      if (line !== undefined) printLine(surroundings.err, say`To check the result, run: ${line}`);
    }
  };
  await surroundings.unhurried(() => surroundings.busy(words("Carrying out the plan"), run));
}

/** With the number that it has in the plan: where one step is done, the item is not yet. */
function placeOf(step: Outcome["step"], { steps }: Outcome["item"]): Phrase {
  return steps.length === 1 ? [] : say` (step ${steps.indexOf(step) + 1} of ${steps.length})`;
}

const statusWords: Record<Outcome["status"], string> = {
  done: "Done",
  already: "Already done",
  refused: "Refused",
  unproven: "NOT PROVEN",
  interrupted: "Interrupted",
};

/** The worst that happened. A run that stops half-way has steps without an outcome, and the reason before them. */
export function exitCodeOfRun(said: readonly WriteResult[]): ExitCode {
  const has = (status: WriteResult["status"]) => said.some((each) => each.status === status);
  if (has("unproven")) return 6;
  if (has("interrupted")) return 130;
  return has("refused") ? 5 : 0;
}

/** How often an object is looked at that the controllers still have to delete, and the time between, in milliseconds. */
const looks = 10;
const pause = 500;

interface Looking {
  readonly executor: Pick<Executor, "read">;
  /** Who waits for the line; a script looks itself. */
  readonly reader: "a person" | "a script";
  sleep(milliseconds: number): Promise<void>;
}

/** Says what became of the objects that were asked about. */
export async function tellAfterwards(
  plan: Pick<Plan, "items">,
  { executor, surroundings, flags, sleep }: Planning,
): Promise<void> {
  if (surroundings.interrupted.aborted) return;
  const reader = surroundings.answers === "a person" ? "a person" : "a script";
  const lines = await surroundings.busy(words("Waiting for the controllers"), () =>
    afterwards(plan, { executor, reader, sleep }),
  );
  for (const line of lines) printLine(surroundings.out, reached(line, reachOf(flags, surroundings.shell)));
}

/** What became of the objects that were asked about, one line each. */
async function afterwards({ items }: Pick<Plan, "items">, looking: Looking): Promise<readonly Phrase[]> {
  const subjects = new Map(items.map(({ because }) => [nameKey(because.object), because.object]));
  const lines: Phrase[] = [];
  for (const subject of subjects.values()) lines.push(await whatBecameOf(subject, looking));
  return lines;
}

async function whatBecameOf(subject: ObjectRef, { executor, reader, sleep }: Looking): Promise<Phrase> {
  const resource = kindNamed(subject.apiVersion, subject.kind)?.resource;
  if (resource === undefined) return say`${nameOf(subject)} was not read again.`;
  for (let look = 1; ; look += 1) {
    const read = await executor.read(resource, subject);
    if (read.state === "unread") return say`${nameOf(subject)} could not be read again: ${read.phrase}`;
    if (read.state === "absent") return deleted(subject, look);
    if (isAnother(read.raw.ref, subject))
      return say`The ${nameOf(subject)} of the plan is deleted. A different object now has this name. To see why: ${whyOf(subject)}`;
    if (fieldsOf(read.raw).deletionTimestamp === undefined)
      return say`${nameOf(subject)} exists. To check it: ${whyOf(subject)}`;
    if (look === looks || reader === "a script")
      return say`${nameOf(subject)} is still Terminating. To see why: ${whyOf(subject)}`;
    await sleep(pause);
  }
}

function isAnother({ uid }: ObjectRef, subject: ObjectRef): boolean {
  return subject.uid !== undefined && uid !== subject.uid;
}

function deleted(subject: ObjectRef, look: number): Phrase {
  const seconds = Math.round(((look - 1) * pause) / 1000);
  return say`${nameOf(subject)} is deleted${words(seconds === 0 ? "" : ` (after ${seconds}s)`)}.`;
}

function whyOf(subject: ObjectRef): Phrase {
  const where = subject.namespace === undefined ? [] : say` -n ${subject.namespace}`;
  return say`kubectl pvguard why ${shortNameOf(subject)}${where}`;
}
