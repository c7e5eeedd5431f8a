import { refOf, words } from "../../kubernetes/index.ts";
import { changesText } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import type { Asked, Make } from "../asking/ask.ts";
import { askAgain } from "../asking/ask.ts";
import type { Invocation } from "../command.ts";
import type { ExitCode } from "../failure.ts";
import { usageError } from "../failure.ts";
import { from, isMachineFormat } from "../flags/index.ts";
import { exitCodeOfReport, printFailures, renderOptions, worst } from "../print.ts";
import type { Surroundings } from "../surroundings.ts";

/** Before anything is asked. */
export function refuseToWatch({ words: given, flags }: Invocation, printed: string | undefined): void {
  const isByType = given.length < 2 && !given.some((word) => word.includes("/"));
  if (isByType) throw usageError("--watch needs the name of an object");
  if (flags.texts(from).length > 0)
    throw usageError("--watch needs a cluster: files given with --from do not change");
  if (isMachineFormat(printed)) throw usageError("--watch cannot be used with this output format");
}

/** What is done each time that there is something new. */
interface Again {
  readonly make: Make<Report>;
  /** Writes the files again. */
  save(now: Asked<Report>): Promise<ExitCode>;
}

/** Reports what changes until the objects are deleted, the person interrupts or reads no more. */
export async function watchOn(
  asked: Asked<Report>,
  again: Again,
  flags: Invocation["flags"],
  surroundings: Surroundings,
): Promise<ExitCode> {
  const follow = (signal: AbortSignal) => followed(asked, { ...again, signal }, flags, surroundings);
  return await surroundings.busy(words("Waiting for changes"), () => surroundings.whileRead(follow));
}

async function followed(
  asked: Asked<Report>,
  { make, save, signal }: Again & { readonly signal: AbortSignal },
  flags: Invocation["flags"],
  surroundings: Surroundings,
): Promise<ExitCode> {
  let before = asked.answer;
  let saved: ExitCode = 0;
  for await (const _ of asked.source.watch(asked.objects.map(refOf), signal)) {
    const now = await askAgain(asked.request, flags, asked.source, make);
    surroundings.out.write(changesText(before, now.answer, renderOptions(surroundings, flags)));
    before = now.answer;
    saved = await save(now);
    if (now.objects.length > 0) continue;
    const lost = now.failures.filter(({ kind }) => kind !== "not-found");
    return worst([saved, lost.length > 0 ? printFailures(lost, surroundings) : 0]);
  }
  return surroundings.interrupted.aborted ? 130 : worst([saved, exitCodeOfReport(before)]);
}
