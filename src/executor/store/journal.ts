import { join } from "node:path";
import { isRecord, own } from "../../model/index.ts";
import type { Disk } from "./disk.ts";
import { privateFile, privateFolder } from "./private-folder.ts";
import { tried } from "./problem.ts";

/**
 * One line of the journal. `intent`: what is about to be sent. `result`: what became of it. `decision`: something was
 * not begun, and why.
 */
export interface JournalLine {
  readonly time: string;
  readonly event: "intent" | "result" | "decision";
  /** The run and the number of the write in it: an intent and its result have the same. */
  readonly write: string;
  readonly [field: string]: unknown;
}

/** What was done and when, in JSON Lines, for the owner alone. Lines are added, and never changed. */
export interface Journal {
  readonly path: string;
  /** On the disk when it returns. Throws a `DiskProblem`. */
  record(line: JournalLine): Promise<void>;
  /** What earlier runs recorded, the oldest first. */
  readonly earlier: readonly JournalLine[];
  /** Intents of earlier runs without a recorded result: they may have changed something. */
  readonly unfinished: readonly JournalLine[];
}

const name = "journal.jsonl";
const encoder = new TextEncoder();

/** Throws a `DiskProblem` when others could write there. */
export async function openJournal(disk: Disk, directory: string): Promise<Journal> {
  await privateFolder(disk, directory);
  const path = join(directory, name);
  const isNew = (await privateFile(disk, path)) === "missing";
  const text = isNew ? "" : new TextDecoder().decode(await tried("read", path, disk.read(path)));
  const earlier = text.split("\n").flatMap(lineIn);
  /** A crash or a full disk can leave half a line, which must not swallow the next one. */
  let torn = text !== "" && !text.endsWith("\n");
  let synced = !isNew;
  return {
    path,
    earlier,
    unfinished: unfinishedIn(earlier),
    async record(line) {
      const bytes = encoder.encode(`${torn ? "\n" : ""}${JSON.stringify(line)}\n`);
      torn = true;
      await tried("written", path, disk.append(path, bytes));
      torn = false;
      if (!synced) await tried("saved", directory, disk.syncDirectory(directory));
      synced = true;
    },
  };
}

function unfinishedIn(lines: readonly JournalLine[]): readonly JournalLine[] {
  const open = new Map<string, JournalLine>();
  for (const line of lines) {
    if (line.event === "intent") open.set(line.write, line);
    else if (line.status !== "unknown") open.delete(line.write);
  }
  return [...open.values()];
}

function lineIn(text: string): readonly JournalLine[] {
  const value = parsed(text);
  if (!isRecord(value)) return [];
  const [time, event, write] = ["time", "event", "write"].map((field) => own(value, field));
  if (typeof time !== "string" || typeof write !== "string") return [];
  if (event !== "intent" && event !== "result" && event !== "decision") return [];
  return [{ ...value, time, event, write }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
