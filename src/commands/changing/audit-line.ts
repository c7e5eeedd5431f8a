import type { ExecutorEvent, JournalLine, SavedObject } from "../../changes/executor/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { own, recordIn, say, textIn, words } from "../../kubernetes/index.ts";
import { whole } from "../../render/index.ts";
import type { FlagValues } from "../flags/index.ts";
import { verbosity } from "../flags/index.ts";
import { printLine } from "../print.ts";
import type { Output } from "../surroundings.ts";

/** Who reads what a run reports while it writes. */
type Reader = { readonly is: "program" } | { readonly is: "person"; readonly verbosity: number };

/** @param isForPeople whether the answer is one of the formats for people */
export function readerOf(isForPeople: boolean, flags: FlagValues): Reader {
  return isForPeople ? { is: "person", verbosity: flags.number(verbosity) } : { is: "program" };
}

/**
 * One line on standard error for each line of the journal: as it stands there, so that a program can read it. A person at
 * a terminal is told the same in short, and only with -v: the journal has the whole of it.
 */
function printAuditLine(line: JournalLine, err: Output, reader: Reader): void {
  if (reader.is === "program" || !err.isTerminal) err.write(`audit: ${whole(JSON.stringify(line))}\n`);
  else if (reader.verbosity > 0) printLine(err, inShort(line));
}

/**
 * Tells on standard error what the executor does while it works.
 *
 * @param saved the words for one backup
 */
export function eventTeller(
  err: Output,
  reader: Reader,
  saved: (object: SavedObject) => Phrase,
): (event: ExecutorEvent) => void {
  const tellBackup = backupTeller(err, reader, saved);
  return (event) => {
    switch (event.told) {
      case "saved":
        return tellBackup(event.saved);
      case "recorded":
        return printAuditLine(event.line, err, reader);
      case "note":
        return printLine(err, event.note);
    }
  };
}

/** Where the backups are: each file, or for a person at a terminal, in one line for all of them, their folder. */
function backupTeller(
  err: Output,
  reader: Reader,
  each: (saved: SavedObject) => Phrase,
): (saved: SavedObject) => void {
  const told = new Set<string>();
  return (saved) => {
    if (reader.is === "program" || !err.isTerminal || reader.verbosity > 0) {
      printLine(err, each(saved));
      return;
    }
    const { path } = saved;
    const folder = path.slice(0, Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")));
    if (!told.has(folder)) printLine(err, say`Backup: ${folder}`);
    told.add(folder);
  };
}

function inShort(line: JournalLine): Phrase {
  const head = say`audit: ${line.time} ${line.write}:`;
  switch (line.event) {
    case "intent":
      return say`${head} sending ${textIn(line, "request") ?? ""}${seenAs(line)}`;
    case "result":
      return say`${head} ${textIn(line, "status") ?? ""}${answered(line)}`;
    case "decision":
      return say`${head} not started: ${textIn(line, "status") ?? ""}`;
  }
}

/** Which object, among those that had the name. */
function seenAs(line: JournalLine): Phrase {
  const uid = textIn(recordIn(line, "object"), "uid");
  return uid === undefined ? words("") : say`, uid ${uid}`;
}

function answered(line: JournalLine): Phrase {
  const [code, id] = [own(line, "code"), textIn(line, "auditId")];
  if (typeof code !== "number") return words("");
  return id === undefined ? say`, answer ${code}` : say`, answer ${code}, Audit-Id ${id}`;
}
