import {
  DiskProblem,
  type ExecutorEvent,
  type JournalLine,
  openExecutor,
  openJournal,
} from "../../executor/index.ts";
import { nameOf, say } from "../../model/index.ts";
import { printAuditLine } from "../audit-line.ts";
import type { Invocation } from "../command.ts";
import type { Edge } from "../edge.ts";
import { Failure } from "../failure.ts";
import { formatOf, isMachineFormat } from "../flags/index.ts";
import { printLine } from "../print.ts";
import type { Connected } from "../source.ts";
import { backupDir, output } from "./flags.ts";
import { type RescueStore, rescueStore } from "./store.ts";

/** What changes the cluster, and what is kept on this machine. */
export interface Bench {
  readonly executor: ReturnType<typeof openExecutor>;
  readonly store: RescueStore;
  /** What earlier runs recorded, the oldest first. */
  recorded(): Promise<readonly JournalLine[]>;
  sleep(milliseconds: number): Promise<void>;
}

export function benchFor({ client }: Connected, { flags }: Invocation, edge: Edge): Bench {
  const bench = edge.bench(flags.text(backupDir));
  const reader = isMachineFormat(formatOf(flags, output)) ? "program" : "person";
  return {
    executor: openExecutor(client, { ...bench, tell: (event) => tellOf(event, edge, reader) }),
    store: rescueStore(bench.disk, bench.directory),
    recorded: () => kept(() => recordedIn(bench)),
    sleep: (milliseconds) => bench.sleep(milliseconds, edge.interrupted),
  };
}

/** Makes nothing: a plan alone leaves no trace. */
async function recordedIn({ disk, directory }: ReturnType<Edge["bench"]>): Promise<readonly JournalLine[]> {
  const isThere = (await disk.inspect(directory)).is !== "missing";
  return isThere ? (await openJournal(disk, directory)).earlier : [];
}

function tellOf(event: ExecutorEvent, edge: Edge, reader: "person" | "program"): void {
  switch (event.told) {
    case "saved":
      printLine(edge.err, say`Saved ${nameOf(event.saved.object.ref)} to ${event.saved.path}`);
      return;
    case "recorded":
      printAuditLine(event.line, edge.err, reader);
      return;
    case "note":
      printLine(edge.err, event.note);
      return;
  }
}

/** Earlier runs that ended in the middle of a write are looked at first. */
export async function settleEarlier({ executor }: Bench, edge: Edge): Promise<void> {
  for (const { detail } of await kept(() => executor.settle())) printLine(edge.err, detail);
}

async function kept<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof DiskProblem)) throw problem;
    throw new Failure("refused", say`error: ${problem.phrase}. Nothing was sent.`);
  }
}
