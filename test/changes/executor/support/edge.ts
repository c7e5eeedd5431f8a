import type { ExecutorEvent, ExecutorSurroundings } from "../../../../src/changes/executor/index.ts";
import { plain, testTime } from "../../../support/fault-server/surroundings.ts";
import type { MemoryDisk } from "./memory-disk.ts";
import { memoryDisk } from "./memory-disk.ts";

export interface TestSurroundings extends ExecutorSurroundings {
  readonly files: MemoryDisk;
  readonly events: ExecutorEvent[];
  readonly notes: () => readonly string[];
  /** The lines of the journal. */
  readonly journal: () => readonly Record<string, unknown>[];
}

export const directory = "/state/pvguard";

/** Waits are over at once, and the clock shows that they were. */
export function testSurroundings(
  more: Partial<ExecutorSurroundings> & { readonly files?: MemoryDisk } = {},
): TestSurroundings {
  const events: ExecutorEvent[] = [];
  let time = testTime;
  const disk = more.files ?? memoryDisk();
  let chance = 0;
  return {
    directory,
    version: "v0.0.0-test",
    now: () => time,
    random: () => ++chance / 1000,
    async sleep(milliseconds) {
      time += milliseconds;
      await new Promise((settle) => setImmediate(settle));
    },
    tell: (event) => events.push(event),
    ...more,
    files: disk,
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
