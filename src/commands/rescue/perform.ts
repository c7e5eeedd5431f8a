import type { Rescue } from "../../engine/rescue/index.ts";
import { DiskProblem, type ExecutorEvent, openExecutor } from "../../executor/index.ts";
import { nameOf, say, words } from "../../model/index.ts";
import { whole } from "../../render/index.ts";
import type { Invocation } from "../command.ts";
import type { Edge } from "../edge.ts";
import type { ExitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import { printLine } from "../print.ts";
import type { Connected } from "../source.ts";
import { carryOn, type Ended, type Told } from "./carry-on.ts";
import { backupDir, timeout } from "./flags.ts";
import { printRefusal, printSuccess, printUnread } from "./print.ts";
import { type RescueStore, rescueStore } from "./store.ts";
import { titleOf } from "./titles.ts";

/** What changes the cluster, and what is kept on this machine. */
export interface Bench {
  readonly executor: ReturnType<typeof openExecutor>;
  readonly store: RescueStore;
  sleep(milliseconds: number): Promise<void>;
}

export function benchFor({ client }: Connected, { flags }: Invocation, edge: Edge): Bench {
  const bench = edge.bench(flags.text(backupDir));
  return {
    executor: openExecutor(client, { ...bench, tell: (event) => tellOf(event, edge) }),
    store: rescueStore(bench.disk, bench.directory),
    sleep: (milliseconds) => bench.sleep(milliseconds, edge.interrupted),
  };
}

function tellOf(event: ExecutorEvent, edge: Edge): void {
  switch (event.told) {
    case "saved":
      printLine(edge.err, say`Saved ${nameOf(event.saved.object.ref)} to ${event.saved.path}`);
      return;
    case "recorded":
      edge.err.write(`audit: ${whole(JSON.stringify(event.line))}\n`);
      return;
    case "note":
      printLine(edge.err, event.note);
      return;
  }
}

/** Earlier runs that ended in the middle of a write are looked at first. */
export async function settleEarlier({ executor }: Bench, edge: Edge): Promise<void> {
  try {
    for (const { detail } of await executor.settle()) printLine(edge.err, detail);
  } catch (problem) {
    if (!(problem instanceof DiskProblem)) throw problem;
    throw new Failure("refused", say`error: ${problem.phrase}. Nothing was sent.`);
  }
}

/** Carries a confirmed rescue on to its end, and says how that is. */
export async function perform(
  rescue: Rescue,
  digest: string,
  connected: Connected,
  bench: Bench,
  invocation: Invocation,
  edge: Edge,
): Promise<ExitCode> {
  const { source, server, context, user } = connected;
  const state = (now: Rescue) => ({ version: 1, server, digest, rescue: now }) as const;
  await bench.store.save(state(rescue));
  const ended = await carryOn(rescue, {
    source,
    executor: bench.executor,
    scene: () => ({ server, context, user, now: edge.now() }),
    keep: (now) => bench.store.save(state(now)),
    sleep: bench.sleep,
    isInterrupted: () => edge.interrupted.aborted,
    patience: invocation.flags.number(timeout) * 1000,
    now: () => edge.now(),
    tell: (event) => printTold(event, edge),
    unhurried: (work) => edge.unhurried(work),
  });
  if (ended.end === "done") await bench.store.forget(state(ended.rescue));
  return codeOf(ended, edge);
}

function printTold(event: Told, edge: Edge): void {
  const { next } = event;
  if (event.told === "waiting" && next.next === "wait")
    printLine(edge.err, say`... ${titleOf({ ...next, by: "cluster" })}. ${next.why}`);
  if (event.told === "done" && next.next === "act")
    printLine(
      edge.err,
      say`ok  ${titleOf({ ...next, on: next.act.on, by: "pvguard" })}. ${event.outcome.detail}`,
    );
}

function codeOf(ended: Ended, edge: Edge): ExitCode {
  switch (ended.end) {
    case "done":
      printSuccess(ended.rescue, edge);
      return 0;
    case "refused":
    case "person":
      printRefusal(ended.refusal, edge.err);
      return 5;
    case "unknown":
      printUnread(ended.unread, edge);
      return 3;
    case "took-too-long":
      printLine(
        edge.err,
        say`error: still waiting: ${titleOf({ ...ended.next, by: "cluster" })}. See what holds it: kubectl pvguard why. ${goOn}`,
      );
      return 6;
    case "not-done": {
      const { next, outcome } = ended;
      printLine(
        edge.err,
        say`error: ${titleOf({ ...next, on: next.act.on, by: "pvguard" })}: ${outcome.detail} ${goOn}`,
      );
      return outcome.status === "interrupted" ? 130 : outcome.status === "unproven" ? 6 : 5;
    }
    case "interrupted":
      printLine(edge.err, say`Interrupted. ${goOn}`);
      return 130;
  }
}

const goOn = words("The same command goes on where this one ended.");
