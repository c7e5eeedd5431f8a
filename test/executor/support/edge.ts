import type { ExecutorEdge, ExecutorEvent } from "../../../src/executor/index.ts";
import { plain, testTime } from "../../support/fault-server/surroundings.ts";
import { type MemoryDisk, memoryDisk } from "./memory-disk.ts";

export interface TestEdge extends ExecutorEdge {
  readonly disk: MemoryDisk;
  readonly events: ExecutorEvent[];
  readonly notes: () => readonly string[];
  /** The lines of the journal. */
  readonly journal: () => readonly Record<string, unknown>[];
}

/** How much faster than the real one the clock of a test goes. */
const haste = 200;
export const directory = "/state/pvguard";

export function testEdge(more: Partial<ExecutorEdge> & { readonly disk?: MemoryDisk } = {}): TestEdge {
  const events: ExecutorEvent[] = [];
  const begin = performance.now();
  const disk = more.disk ?? memoryDisk();
  let chance = 0;
  return {
    directory,
    version: "v0.0.0-test",
    now: () => testTime + (performance.now() - begin) * haste,
    random: () => ++chance / 1000,
    sleep: (milliseconds, signal) => hastily(milliseconds / haste, signal),
    tell: (event) => events.push(event),
    ...more,
    disk,
    events,
    notes: () => events.flatMap((event) => (event.told === "note" ? [plain(event.note)] : [])),
    journal: () => {
      const path = `${directory}/journal.jsonl`;
      if (!disk.entries.has(path)) return [];
      return disk
        .text(path)
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    },
  };
}

function hastily(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((settle) => {
    const timer = setTimeout(settle, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      settle();
    });
  });
}
