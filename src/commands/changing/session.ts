import type { Executor, LiveRead } from "../../changes/executor/index.ts";
import { FileProblem } from "../../changes/executor/index.ts";
import type { Danger } from "../../define/index.ts";
import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { join, say, words } from "../../kubernetes/index.ts";
import type { FixMode } from "../../report/index.ts";
import type { ExitCode } from "../failure.ts";
import { Failure, usageError } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { printWarnings } from "../print.ts";
import type { Connected, WholeInput } from "../sources/source.ts";
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

/** From files a plan can only be made. */
export function refuseWritesFromFiles(command: string, mode: FixMode): void {
  if (mode === "apply")
    throw usageError(
      `--from reads files, and ${command} can only change a cluster: add --dry-run to see the plan`,
    );
  if (mode === "server")
    throw usageError("--dry-run=server needs a cluster: with --from, use --dry-run=client");
}

/** Reads objects of the input. What it does not hold whole is not taken for absent. `named`: the object, in a sentence. */
export function reading(
  { whole }: WholeInput,
  named: (ref: ObjectRef) => Phrase,
): { read(resource: unknown, ref: ObjectRef): Promise<LiveRead> } {
  return {
    async read(_, ref) {
      const raw = whole(ref);
      return raw === undefined
        ? {
            state: "unread",
            phrase: say`the input does not contain ${named(ref)} with its uid and resourceVersion`,
          }
        : { state: "found", raw };
    },
  };
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
