import type { Disk } from "./disk.ts";

/** One line of the journal. */
export type JournalLine = Readonly<Record<string, unknown>> & {
  readonly time: string;
  readonly event: "intent" | "result";
  /** The run and the number of the write in it: an intent and its result have the same. */
  readonly write: string;
};

export interface Journal {
  readonly path: string;
  /** On the disk when it returns. */
  record(line: JournalLine): Promise<void>;
  /** Intents of earlier runs without a result: they may have changed something. */
  readonly unfinished: readonly JournalLine[];
}

export async function openJournal(_disk: Disk, _directory: string): Promise<Journal> {
  throw new Error("not yet");
}
