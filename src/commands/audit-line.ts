import type { JournalLine } from "../executor/index.ts";
import { isRecord, own, type Phrase, say, words } from "../model/index.ts";
import { whole } from "../render/index.ts";
import type { Output } from "./edge.ts";
import { printLine } from "./print.ts";

/**
 * One line on standard error for each line of the journal: as it stands there, so that a program can read it. A person at
 * a terminal is told the same in short, where no program asked for the rest: the journal has the whole of it.
 */
export function printAuditLine(line: JournalLine, err: Output, reader: "person" | "program"): void {
  if (reader === "person" && err.isTerminal) printLine(err, inShort(line));
  else err.write(`audit: ${whole(JSON.stringify(line))}\n`);
}

function inShort(line: JournalLine): Phrase {
  const head = say`audit: ${line.time} ${line.write}:`;
  switch (line.event) {
    case "intent":
      return say`${head} to send ${textIn(line, "request")}${seenAs(line)}`;
    case "result":
      return say`${head} ${textIn(line, "status")}${answered(line)}`;
    case "decision":
      return say`${head} not begun: ${textIn(line, "status")}`;
  }
}

/** Which object, among those that had the name. */
function seenAs(line: JournalLine): Phrase {
  const object = own(line, "object");
  const uid = isRecord(object) ? own(object, "uid") : undefined;
  return typeof uid === "string" ? say`, uid ${uid}` : words("");
}

function answered(line: JournalLine): Phrase {
  const [code, id] = [own(line, "code"), textIn(line, "auditId")];
  if (typeof code !== "number") return words("");
  return id === "" ? say`, answer ${code}` : say`, answer ${code}, Audit-Id ${id}`;
}

function textIn(line: JournalLine, field: string): string {
  const value = own(line, field);
  return typeof value === "string" ? value : "";
}
