import { type Report, type Snapshot, words } from "../model/index.ts";
import { type Accepts, type Request, readRequest } from "./arguments/request.ts";
import { collect } from "./collect.ts";
import type { Invocation } from "./command.ts";
import type { Edge } from "./edge.ts";
import { expertise } from "./expertise.ts";
import type { Failure } from "./failure.ts";
import { type FlagValues, ignoreNotFound } from "./flags/index.ts";
import { type Selection, select } from "./select.ts";
import type { Source } from "./source.ts";

/** The answer to a question about objects that a person named. */
export interface Asked {
  readonly request: Request;
  readonly source: Source;
  readonly selection: Selection;
  readonly report: Report;
  readonly snapshot: Snapshot;
  /** Without those that the person does not want to hear of. */
  readonly failures: readonly Failure[];
}

/** Finds the objects, reads what the diagnosis needs, and makes it. */
export async function ask(
  { words: given, flags }: Invocation,
  edge: Edge,
  accepts: Accepts,
  waiting: "shown" | "silent",
): Promise<Asked> {
  const request = readRequest(given, flags, accepts);
  const rest = waiting === "shown" ? edge.busy(words("Reading")) : () => {};
  try {
    const source = await edge.open(flags);
    return await answer(request, flags, source);
  } finally {
    rest();
  }
}

/** As `ask`, of a source that is open already. */
export async function answer(request: Request, flags: FlagValues, source: Source): Promise<Asked> {
  const selection = await select(request, flags, source);
  const known = withSelection(source.start(), selection);
  const { report, snapshot } = await collect(selection.objects, known, source, expertise);
  const isIgnored = ({ kind }: Failure) => kind === "not-found" && flags.isOn(ignoreNotFound);
  const failures = selection.failures.filter((failure) => !isIgnored(failure));
  return { request, source, selection, report, snapshot, failures };
}

function withSelection(start: Snapshot, { readings, skipped }: Selection): Snapshot {
  return { ...start, readings: [...start.readings, ...readings], skipped: [...start.skipped, ...skipped] };
}
