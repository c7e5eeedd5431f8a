import type { ObjectRef, Phrase, RawObject } from "../../kubernetes/index.ts";
import { nameOf, say, timestamp, words } from "../../kubernetes/index.ts";
import type { PlanItem, PlannedWrite, Refusal, Write } from "../../report/index.ts";
import type { ApprovedPlan } from "./approve.ts";
import { isApproved } from "./approve.ts";
import { askWho } from "./ask.ts";
import type { SavedObject } from "./backup.ts";
import { saveBackup } from "./backup.ts";
import { carryOut } from "./carry-out.ts";
import { FileProblem } from "./file-system.ts";
import type { Recorder } from "./journal.ts";
import { openJournal, recorder } from "./journal.ts";
import type { Outcome, Outside, WriteEnd } from "./outside.ts";
import { ended, isInterrupted, openEnd, patience, placeOf } from "./outside.ts";
import { prepare, savedFor } from "./prepare.ts";
import { readObject } from "./read.ts";

export interface RunOptions {
  /**
   * Looks at the cluster again, right before each item; and before a later step of it when the last look is too old, since
   * the steps before took long.
   *
   * @param next the step that is about to be made, where steps of the item were made already
   */
  recheck(item: PlanItem, next?: PlannedWrite): Promise<"unchanged" | Refusal>;
}

interface Run {
  readonly outside: Outside;
  readonly records: Recorder;
  readonly keeping: SafeKeeping;
  /** When the cluster was looked at last, in milliseconds. */
  looked: number;
}

/** One write at a time, and none after the first surprise. */
export async function* runPlan(
  outside: Outside,
  approved: ApprovedPlan,
  options: RunOptions,
): AsyncGenerator<Outcome> {
  const all = approved.plan.items.flatMap((item) => item.steps.map((step) => ({ item, step })));
  const opened = isApproved(approved) ? await open(outside, approved) : notApproved;
  for (const [at, { item, step }] of all.entries()) {
    const end = "outside" in opened ? await endOfStep(opened, item, step, options) : opened;
    yield outcomeOf(item, step, end);
    if (end.status === "interrupted")
      for (const rest of all.slice(at + 1)) yield outcomeOf(rest.item, rest.step, notBegun);
    if (end.status !== "done" && end.status !== "already") return;
  }
}

const notApproved = ended("refused", words("This version of the plan was not approved. Nothing was sent."));
const notBegun = ended("interrupted", words("Not started."));

function outcomeOf(item: PlanItem, step: PlannedWrite, { status, detail, check }: WriteEnd): Outcome {
  return { item, step, status, detail, ...(check === undefined ? {} : { check }) };
}

async function open(outside: Outside, approved: ApprovedPlan): Promise<Run | WriteEnd> {
  const { surroundings } = outside;
  const chance = Math.floor(surroundings.random() * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
  const name = `${timestamp(surroundings.now()).replaceAll(/[-:]/g, "")}-${approved.digest.slice(0, 8)}-${chance}`;
  const user = await askWho(outside);
  try {
    const journal = await openJournal(surroundings.files, surroundings.directory);
    return {
      outside,
      records: recorder(outside, journal, approved, { run: name, user }),
      keeping: safeKeeping(outside, name),
      looked: Number.NEGATIVE_INFINITY,
    };
  } catch (problem) {
    return ended("refused", say`${journalProblem(problem)} Nothing was sent.`);
  }
}

async function endOfStep(
  run: Run,
  item: PlanItem,
  step: PlannedWrite,
  options: RunOptions,
): Promise<WriteEnd> {
  if (isInterrupted(run.outside)) return notBegun;
  const refusal = await refusalBefore(step, run, item, options);
  if (isInterrupted(run.outside)) return notBegun;
  if (refusal !== undefined) return await decided(run, refusal.object, ended("refused", refusal.message));
  const prepared = await prepare(run.outside, step);
  if (isInterrupted(run.outside)) return notBegun;
  switch (prepared.go) {
    case "no":
      return await decided(run, item.because.object, prepared.end);
    case "write":
      return await writeOnce(run, item, prepared.write, prepared.before);
  }
}

/** Before a later step the cluster is looked at again only where that was long ago. */
async function refusalBefore(
  step: PlannedWrite,
  run: Run,
  item: PlanItem,
  options: RunOptions,
): Promise<Refusal | undefined> {
  if (item.steps[0] === step) return await refusalOf(run, item, options);
  return isTooOld(run) ? await checked(run, item, options, step) : undefined;
}

/** The cluster is looked at again, and everything that the item is about is saved. */
async function refusalOf(run: Run, item: PlanItem, options: RunOptions): Promise<Refusal | undefined> {
  const changed = await checked(run, item, options);
  if (changed !== undefined) return changed;
  const unsaved = await run.keeping.saveFor(item);
  return unsaved === undefined
    ? undefined
    : { reason: "NotSaved", object: item.because.object, message: unsaved };
}

async function checked(
  run: Run,
  item: PlanItem,
  { recheck }: RunOptions,
  next?: PlannedWrite,
): Promise<Refusal | undefined> {
  const found = await recheck(item, next).catch(
    (problem: unknown): Refusal => ({
      reason: "CouldNotCheck",
      object: item.because.object,
      message: say`The cluster could not be read again: ${messageOf(problem)}. Nothing was sent.`,
    }),
  );
  run.looked = run.outside.surroundings.now();
  return found === "unchanged" ? undefined : found;
}

function isTooOld({ outside, looked }: Run): boolean {
  return outside.surroundings.now() - looked > patience.oldestLook;
}

/** Also what is not sent is recorded. */
async function decided({ outside, records }: Run, object: ObjectRef, end: WriteEnd): Promise<WriteEnd> {
  await records.decision(object, end).catch((problem: unknown) => tellOf(outside, problem));
  return end;
}

function tellOf({ surroundings }: Outside, problem: unknown): void {
  surroundings.tell({ told: "note", note: journalProblem(problem) });
}

async function writeOnce(
  { outside, records, keeping }: Run,
  item: PlanItem,
  write: Write,
  before: RawObject | "absent",
): Promise<WriteEnd> {
  const unsaved = before === "absent" ? undefined : await keeping.save(before);
  if (unsaved !== undefined) return ended("refused", unsaved);
  const id = await records.intent(write, item.because.leaves, keeping.saved).catch(journalProblem);
  if (typeof id !== "string") return ended("refused", say`${id} Nothing was sent.`);
  const end = isInterrupted(outside) ? notBegun : await carriedOut(outside, write, before);
  await records.result(id, end).catch((problem: unknown) => tellOf(outside, problem));
  return end;
}

/** A fault of pvguard does not make it forget that something was sent. */
async function carriedOut(outside: Outside, write: Write, before: RawObject | "absent"): Promise<WriteEnd> {
  try {
    return await carryOut(outside, write, before);
  } catch (problem) {
    const detail = say`pvguard itself failed, and the request may have been carried out: ${messageOf(problem)}`;
    return openEnd("unproven", detail, ...placeOf(write));
  }
}

/** Anything else than a full or locked disk is a fault of pvguard. */
function journalProblem(problem: unknown): Phrase {
  if (!(problem instanceof FileProblem)) throw problem;
  return say`Could not write the journal: ${problem.phrase}.`;
}

function messageOf(problem: unknown): Phrase {
  return problem instanceof Error ? say`${problem.message}` : words("an unknown problem");
}

/** Sees to it that nothing is changed that was not saved whole. */
interface SafeKeeping {
  /** Of everything that the item is about. Gives why not, and then nothing may be sent. */
  saveFor(item: PlanItem): Promise<Phrase | undefined>;
  /** Of one object as it is now. */
  save(object: RawObject): Promise<Phrase | undefined>;
  readonly saved: readonly SavedObject[];
}

export function safeKeeping({ client, surroundings }: Outside, run: string): SafeKeeping {
  const saved: SavedObject[] = [];

  async function keep(objects: readonly RawObject[]): Promise<Phrase | undefined> {
    const isNew = (raw: RawObject) => !saved.some(({ object }) => object.text === raw.text);
    const fresh = objects.filter(isNew);
    if (fresh.length === 0) return undefined;
    try {
      for (const each of await saveBackup(surroundings.files, surroundings.directory, run, fresh)) {
        saved.push(each);
        surroundings.tell({ told: "saved", saved: each });
      }
      return undefined;
    } catch (problem) {
      if (!(problem instanceof FileProblem)) throw problem;
      return say`Could not write the backup: ${problem.phrase}. Nothing was sent.`;
    }
  }

  return {
    saved,
    save: (object) => keep([object]),
    async saveFor(item) {
      const objects: RawObject[] = [];
      for (const { resource, ref } of savedFor(item)) {
        const found = await readObject(client, resource, ref);
        if (found.state === "unread")
          return say`Could not back up ${nameOf(ref)}: ${found.phrase}. Nothing was sent.`;
        if (found.state === "found") objects.push(found.raw);
      }
      return await keep(objects);
    },
  };
}
