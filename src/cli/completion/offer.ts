import { type Command, type Flag, FlagValues, globalFlags, help, type Listed } from "../../commands/index.ts";
import { allFlags, type FlagTable, flagTable } from "../parse/flag-table.ts";
import { type Token, tokens } from "../parse/normalise.ts";
import { fileNames, noOffer, type Offer, offer } from "./candidate.ts";
import { type Asking, objectNames, objectOffer } from "./objects.ts";

/** The words before the cursor, and the one at it. */
interface Line {
  readonly before: readonly string[];
  readonly typed: string;
}

/** What could stand at the cursor. May throw on a line that makes no sense: then nothing is offered. */
export async function offerFor(line: Line, commands: readonly Command[], asking: Asking): Promise<Offer> {
  const command = commandIn(line.before, commands);
  const table = command === undefined ? flagTable(allFlags(commands)) : flagTable(flagsOf(command));
  const waiting = waitingFlag(line.before, table);
  const before = waiting === undefined ? line.before : line.before.slice(0, -1);
  const read = [...tokens(before, table)];
  const flags = valuesOf(read);
  if (waiting !== undefined) return await valueOffer(waiting, line.typed, flags, asking);
  const [, name, value = ""] = /^--([^=]+)=(.*)$/.exec(line.typed) ?? [];
  if (name !== undefined) {
    const flag = table.long(name);
    return flag === undefined ? noOffer : await valueOffer(flag, value, flags, asking);
  }
  const given = read.flatMap((token) => (token.is === "word" ? [token.word] : []));
  if (line.typed.startsWith("-")) return flagOffer(command);
  if (given.length === 0 || given[0] === "help") return commandOffer(commands);
  return command === undefined
    ? noOffer
    : await wordOffer(command, { before: given.slice(1), typed: line.typed }, flags, asking);
}

/** The flags of all commands are enough to tell words from values. */
function commandIn(before: readonly string[], commands: readonly Command[]): Command | undefined {
  try {
    for (const token of tokens(before, flagTable(allFlags(commands)))) {
      if (token.is === "word") return commands.find(({ name }) => name === token.word);
    }
  } catch {
    // The line is not finished: what comes before the command has no value yet.
  }
  return undefined;
}

function flagsOf(command: Command | undefined): readonly Flag[] {
  return [...(command?.flags ?? []), ...globalFlags, help];
}

/** A flag before the cursor whose value is being typed. */
function waitingFlag(before: readonly string[], table: FlagTable): Flag | undefined {
  const last = before.at(-1) ?? "";
  if (!/^-./.test(last) || last.includes("=")) return undefined;
  try {
    // Understood without a value: it takes none, or it is itself the value of a flag before it.
    for (const _ of tokens(before, table));
    return undefined;
  } catch {
    return last.startsWith("--") ? table.long(last.slice(2)) : table.short(last.slice(-1));
  }
}

function valuesOf(read: readonly Token[]): FlagValues {
  const given = new Map<string, string[]>();
  for (const token of read) {
    if (token.is === "flag") given.set(token.flag.name, [...(given.get(token.flag.name) ?? []), token.value]);
  }
  return new FlagValues(given);
}

function flagOffer(command: Command | undefined): Offer {
  const flags = [...flagsOf(command)].sort((a, b) => (a.name < b.name ? -1 : 1));
  return offer(flags.map(({ name, help: about }) => ({ text: `--${name}`, about: firstSentence(about) })));
}

function firstSentence(text: string): string {
  return text.split(/(?<=[.:]) /)[0] ?? text;
}

function commandOffer(commands: readonly Command[]): Offer {
  return offer(commands.map(({ name, summary }) => ({ text: name, about: summary })));
}

async function wordOffer(command: Command, line: Line, flags: FlagValues, asking: Asking): Promise<Offer> {
  switch (command.words.of) {
    case "none":
      return noOffer;
    case "files":
      return line.before.length > 0 ? noOffer : fileNames;
    case "choices":
      return line.before.length > 0 ? noOffer : offer(command.words.values.map((text) => ({ text })));
    case "objects":
      return await objectOffer(line, command.words.resources, flags, asking);
  }
}

/** What could be the value of a flag, of which this much is typed. */
async function valueOffer(flag: Flag, typed: string, flags: FlagValues, asking: Asking): Promise<Offer> {
  switch (flag.takes) {
    case "nothing":
      return words(["true", "false"]);
    case "choice":
      return words(flag.values);
    case "number":
      return noOffer;
    case "text":
    case "texts":
      break;
  }
  if ("listed" in flag && flag.listed !== undefined) return nextInList(flag.listed, typed);
  if ("known" in flag && flag.known !== undefined) return words(flag.known);
  switch (flag.completes ?? "nothing") {
    case "nothing":
      return noOffer;
    case "files":
      return fileNames;
    case "namespaces":
      return offer(await objectNames("v1/namespaces", flags, asking));
    case "contexts":
      return words((await asking.kubeconfig(flags)).contexts);
    case "clusters":
      return words((await asking.kubeconfig(flags)).clusters);
    case "users":
      return words((await asking.kubeconfig(flags)).users);
  }
}

/** Behind the last comma any that is not in the list yet. */
function nextInList(listed: readonly Listed[], typed: string): Offer {
  const start = typed.slice(0, typed.lastIndexOf(",") + 1);
  const given = new Set(start.split(","));
  const left = listed.filter(({ value }) => !given.has(value));
  return offer(
    left.map(({ value, about }) => ({ text: `${start}${value}`, about })),
    "none",
  );
}

function words(values: readonly string[]): Offer {
  return offer(values.map((text) => ({ text })));
}
