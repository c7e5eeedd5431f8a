import type { Executor, RunOptions } from "../../changes/executor/index.ts";
import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { fieldsOf, kindNamed, nameKey, nameOf, say, shortNameOf, words } from "../../kubernetes/index.ts";
import { reached } from "../../render/reached.ts";
import type { Plan } from "../../report/index.ts";
import { reachOf } from "../flags/index.ts";
import { printLine } from "../print.ts";
import type { Planning } from "./planning.ts";
import { makePlan } from "./planning.ts";
import { unchangedSince } from "./recheck.ts";

/** Each item is planned again before it is carried out, and nothing is sent if that makes another plan. */
export function plannedAgain(planning: Planning): RunOptions {
  return {
    recheck: (item, next) =>
      unchangedSince(item, next, () => makePlan(planning, item.because.object), planning.surroundings.now),
  };
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
