import type { Executor } from "../../changes/executor/index.ts";
import { FileProblem } from "../../changes/executor/index.ts";
import type { Danger } from "../../define/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { join, say, words } from "../../kubernetes/index.ts";
import type { ExitCode } from "../failure.ts";
import { Failure } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { printWarnings } from "../print.ts";
import type { Connected } from "../sources/source.ts";
import type { Surroundings } from "../surroundings.ts";

/** Connects to the cluster that the flags name, and closes the connection whatever happens. */
export async function whileConnected(
  flags: FlagValues,
  surroundings: Surroundings,
  run: (connected: Connected) => Promise<ExitCode>,
): Promise<ExitCode> {
  const connected = await surroundings.connect(flags);
  try {
    return await run(connected);
  } finally {
    printWarnings(connected.source, surroundings);
    connected.source.close();
  }
}

/** What is kept on this machine comes before what is sent: where that fails, nothing is. */
export async function kept<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof FileProblem)) throw problem;
    throw new Failure("refused", say`error: ${problem.phrase}. Nothing was sent.`);
  }
}

/** What is seen now of earlier runs that ended in the middle of a write. */
export async function leftOpen(executor: Executor): Promise<readonly Phrase[]> {
  return (await kept(() => executor.settle())).map(({ detail }) => detail);
}

/** The name of the danger that a person accepts, to write to a server that does not prove who it is. */
export const insecureTls = "InsecureTLS" satisfies Danger;

/** Nothing is changed on a server that did not prove who it is. */
export function refuseUnproven(
  accepted: readonly string[],
  { proof }: Connected,
  { hazards }: Surroundings,
): void {
  const because = [
    ...(proof === "skipped" && !accepted.includes(insecureTls) ? [say`insecure-skip-tls-verify`] : []),
    ...hazards.map((hazard) => say`${hazard}`),
  ];
  if (because.length === 0) return;
  throw new Failure(
    "refused",
    say`error: the server's certificate is not verified (${join(because, ", ")}), so nothing was sent. To accept this for insecure-skip-tls-verify alone, add --accept ${words(insecureTls)}.`,
  );
}
