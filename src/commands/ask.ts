import { type KubeObject, type Snapshot, words } from "../model/index.ts";
import { type Accepts, type Request, readRequest } from "./arguments/request.ts";
import { type Answerable, collect } from "./collect.ts";
import type { Invocation } from "./command.ts";
import type { Edge } from "./edge.ts";
import type { Failure } from "./failure.ts";
import { type FlagValues, ignoreNotFound } from "./flags/index.ts";
import { type Selection, select } from "./select.ts";
import type { Source } from "./source.ts";

/** Makes the answer about some objects from what was read so far. */
export type Make<T> = (objects: readonly KubeObject[], snapshot: Snapshot) => T;

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
  make: Make<T>,
  waiting: "shown" | "silent",
): Promise<Asked<T>> {
  const request = readRequest(given, flags, accepts);
  const rest = waiting === "shown" ? edge.busy(words("Reading")) : undefined;
  try {
    const source = await edge.open(flags);
    return await askAgain(request, flags, source, make);
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
  const selection = await select(request, flags, source);
  const { objects } = selection;
  const known = withSelection(source.start(), selection);
  const { made } = await collect((snapshot) => make(objects, snapshot), known, source);
  const isIgnored = ({ kind }: Failure) => kind === "not-found" && flags.isOn(ignoreNotFound);
  const failures = selection.failures.filter((failure) => !isIgnored(failure));
  return { request, source, objects, answer: made, failures };
}

function withSelection(start: Snapshot, { readings, skipped }: Selection): Snapshot {
  return {
    ...start,
    readings: [...start.readings, ...readings],
    skipped: [...start.skipped, ...skipped],
  };
}
