import { type KubeObject, type Snapshot, words } from "../model/index.ts";
import { type Accepts, type Request, readRequest } from "./arguments/request.ts";
import { type Answerable, collect, type Foresee } from "./collect.ts";
import type { Invocation } from "./command.ts";
import type { Edge } from "./edge.ts";
import type { Failure } from "./failure.ts";
import { type FlagValues, ignoreNotFound } from "./flags/index.ts";
import { demandsAround, demandsBefore, readBeside } from "./foresight/index.ts";
import { namespaceOf, select } from "./select.ts";
import type { Readings, Source } from "./source.ts";

/** Makes the answer about some objects from what was read so far. */
export type Make<T> = (objects: readonly KubeObject[], snapshot: Snapshot) => T;

/** Loads what makes the answer, which is large: begun when the first questions are under way. */
export type Loaded<T> = () => Promise<Make<T>>;

/** Whether to ask beside what is needed for what will be: it saves time, and can ask for too much. */
export type Foresight = "on" | "off";

/** The answer to a question about objects that a person named. */
export interface Asked<T> {
  readonly request: Request;
  readonly source: Source;
  readonly objects: readonly KubeObject[];
  readonly answer: T;
  /** Without those that the person does not want to hear of. */
  readonly failures: readonly Failure[];
}

/** Finds the objects that were named, reads what the answer needs, and makes it. */
export async function ask<T extends Answerable>(
  { words: given, flags }: Invocation,
  edge: Edge,
  accepts: Accepts,
  make: Loaded<T>,
  waiting: "shown" | "silent",
  foresight: Foresight = "off",
): Promise<Asked<T>> {
  const request = readRequest(given, flags, accepts);
  const rest = waiting === "shown" ? edge.busy(words("Reading")) : undefined;
  try {
    const source = await edge.open(flags);
    return await answered(request, flags, source, make, foresight);
  } finally {
    rest?.end();
  }
}

/** As `ask`, of a source that is open already. */
export async function askAgain<T extends Answerable>(
  request: Request,
  flags: FlagValues,
  source: Source,
  make: Make<T>,
): Promise<Asked<T>> {
  return await answered(request, flags, source, async () => make, "off");
}

async function answered<T extends Answerable>(
  request: Request,
  flags: FlagValues,
  source: Source,
  load: Loaded<T>,
  foresight: Foresight,
): Promise<Asked<T>> {
  const isAhead = source.kind === "live" && foresight === "on";
  const asking = isAhead ? readBeside(demandsBefore(request, namespaceOf(flags, source)), source) : undefined;
  const [selection, make] = await Promise.all([select(request, flags, source), load()]);
  const { objects } = selection;
  const beside = objects.length === 0 ? undefined : await asking;
  const known = withReadings(withReadings(source.start(), selection), beside);
  const foresee: Foresee | undefined = isAhead
    ? (seen, missing) => demandsAround(objects, seen, missing)
    : undefined;
  const answer = (snapshot: Snapshot) => make(objects, snapshot);
  const { made } = await collect(answer, known, beside?.source ?? source, foresee);
  const isIgnored = ({ kind }: Failure) => kind === "not-found" && flags.isOn(ignoreNotFound);
  const failures = selection.failures.filter((failure) => !isIgnored(failure));
  return { request, source, objects, answer: made, failures };
}

function withReadings(start: Snapshot, more: Readings | undefined): Snapshot {
  return {
    ...start,
    readings: [...start.readings, ...(more?.readings ?? [])],
    skipped: [...start.skipped, ...(more?.skipped ?? [])],
  };
}
