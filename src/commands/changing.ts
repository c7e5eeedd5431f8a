import type { AccessQuestion, Executor, Preview } from "../changes/executor/index.ts";
import { answerWanted, DiskProblem } from "../changes/executor/index.ts";
import type { Danger } from "../define/index.ts";
import type { Phrase } from "../kubernetes/index.ts";
import { distinct, join, say, timestamp, words } from "../kubernetes/index.ts";
import type { FixMode, Plan, PlanItem } from "../report/index.ts";
import type { Edge } from "./edge.ts";
import type { ExitCode } from "./failure.ts";
import { Failure } from "./failure.ts";
import type { FlagValues } from "./flags/index.ts";
import { printWarnings } from "./print.ts";
import type { Connected } from "./source.ts";

// What the commands have in common that change a cluster.

/** Connects to the cluster that the flags name, and closes the connection whatever happens. */
export async function whileConnected(
  flags: FlagValues,
  edge: Edge,
  run: (connected: Connected) => Promise<ExitCode>,
): Promise<ExitCode> {
  const connected = await edge.connect(flags);
  try {
    return await run(connected);
  } finally {
    printWarnings(connected.source, edge);
    connected.source.close();
  }
}

/** Where and for whom a plan is made: a cluster, or files. */
export type Place = Pick<Plan, "server" | "input"> & {
  readonly context?: string | undefined;
  readonly user?: string | undefined;
};

/** The same, as a plan says it. */
export function sceneAt({ server, input, context, user }: Place, now: number): Omit<Plan, "kind" | "items"> {
  return {
    madeAt: timestamp(now),
    server,
    ...(input === undefined ? {} : { input }),
    ...(context === undefined ? {} : { context }),
    ...(user === undefined ? {} : { user }),
  };
}

export function planAt(place: Place, items: readonly PlanItem[], now: number): Plan {
  return { kind: "Plan", ...sceneAt(place, now), items };
}

/** What `--dry-run` asks for. */
export function modeOf(dryRun: "none" | "client" | "server"): FixMode {
  return dryRun === "none" ? "apply" : dryRun;
}

/** What is kept on this machine comes before what is sent: where that fails, nothing is. */
export async function kept<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof DiskProblem)) throw problem;
    throw new Failure("refused", say`error: ${problem.phrase}. Nothing was sent.`);
  }
}

/** What a person is told while the server is asked. */
export const askingFirst = words("Asking the API server whether it would accept the changes");

/** Why nothing is sent, by what the server said when it was asked first. */
export const refusedBecause: Readonly<Record<Exclude<Preview["status"], "allowed">, string>> = {
  refused: "ServerRefuses",
  impossible: "NoPreview",
  unknown: "PreviewFailed",
};

/** A question about rights to which the answer is no, with the server's words. */
export interface Denied {
  readonly question: AccessQuestion;
  readonly said: Phrase;
}

/** Asks each question about rights once, and says which are denied. */
export async function denied(
  questions: readonly AccessQuestion[],
  executor: Executor,
): Promise<readonly Denied[]> {
  const asked = await askedTogether(distinct(questions), async (question) => ({
    question,
    answer: await executor.ask(question),
  }));
  return asked.flatMap(({ question, answer }) =>
    answer === "allowed" ? [] : [{ question, said: answer.denied }],
  );
}

/** So many questions wait for the server at the same time. */
const atATime = 4;

/** Asks the server about all of these. The answers are in their order. */
export async function askedTogether<T, A>(
  items: readonly T[],
  ask: (item: T) => Promise<A>,
): Promise<readonly A[]> {
  const answers: A[] = [];
  for (let at = 0; at < items.length; at += atATime)
    answers.push(...(await Promise.all(items.slice(at, at + atATime).map(ask))));
  return answers;
}

/** What a person has to type, where a yes is not enough. */
export function typeToContinue(plan: Plan): Phrase {
  return say`To continue, type ${answerWanted(plan)} ; with any other answer nothing is changed: `;
}

/** The name of the danger that a person accepts, to write to a server that does not prove who it is. */
export const insecureTls = "InsecureTLS" satisfies Danger;

/** Nothing is changed on a server that did not prove who it is. */
export function refuseUnproven(accepted: readonly string[], { proof }: Connected, { hazards }: Edge): void {
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
