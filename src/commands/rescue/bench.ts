import { type JournalLine, openExecutor, openJournal } from "../../executor/index.ts";
import { nameOf, say } from "../../model/index.ts";
import { eventTeller, readerOf } from "../audit-line.ts";
import { kept } from "../changing.ts";
import type { Invocation } from "../command.ts";
import type { Edge } from "../edge.ts";
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
  const reader = readerOf(!isMachineFormat(formatOf(flags, output)), flags);
  const tell = eventTeller(
    edge.err,
    reader,
    ({ object, path }) => say`Saved ${nameOf(object.ref)} to ${path}`,
  );
  return {
    executor: openExecutor(client, { ...bench, tell }),
    store: rescueStore(bench.disk, bench.directory),
    recorded: () => kept(() => recordedIn(bench)),
    sleep: (milliseconds) => bench.sleep(milliseconds, edge.interrupted),
  };
}

/** Creates nothing: a plan alone leaves no trace. */
async function recordedIn({ disk, directory }: ReturnType<Edge["bench"]>): Promise<readonly JournalLine[]> {
  const isThere = (await disk.inspect(directory)).is !== "missing";
  return isThere ? (await openJournal(disk, directory)).earlier : [];
}

/** Earlier runs that ended in the middle of a write are looked at first. */
export async function settleEarlier({ executor }: Bench, edge: Edge): Promise<void> {
  for (const { detail } of await kept(() => executor.settle())) printLine(edge.err, detail);
}
