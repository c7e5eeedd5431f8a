import type { Phrase } from "../model/index.ts";
import type { SavedObject } from "./store/backup.ts";
import type { Disk } from "./store/disk.ts";
import type { JournalLine } from "./store/journal.ts";

/** Everything outside of the executor, but for the server. */
export interface ExecutorEdge {
  readonly disk: Disk;
  /** Where backups and the journal go. Absolute. */
  readonly directory: string;
  /** Version of this program, for the journal. */
  readonly version: string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
  /** Ends early when the signal fires. */
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  /** Aborted when the person interrupts. */
  readonly signal?: AbortSignal | undefined;
  tell(event: ExecutorEvent): void;
}

export type ExecutorEvent =
  | { readonly told: "saved"; readonly saved: SavedObject }
  /** The audit line, as it stands in the journal. */
  | { readonly told: "recorded"; readonly line: JournalLine }
  /** Something takes long, or an earlier run left something open. */
  | { readonly told: "note"; readonly note: Phrase };
