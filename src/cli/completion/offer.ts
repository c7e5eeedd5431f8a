import type { Command, Flag, Listed } from "../../commands/index.ts";
import { FlagValues, globalFlags, help } from "../../commands/index.ts";
import { commandNameIn } from "../command-name.ts";
import type { Token } from "../pflag.ts";
import { allFlags, tokens } from "../pflag.ts";
import { emptyYargs, withCommands, withFlags } from "../yargs.ts";
import type { Offer } from "./candidate.ts";
import { fileNames, noOffer, offer } from "./candidate.ts";
import type { Asking } from "./objects.ts";
import { objectNames, objectOffer } from "./objects.ts";

/** The words before the cursor, and the one at it. */
interface Line {
  readonly before: readonly string[];
  readonly typed: string;
}

/**
 * What could stand at the cursor. May throw on a line that makes no sense: then nothing is offered. Yargs names commands,
 * flags and choices; what is in a cluster, a kubeconfig or a folder it cannot know.
 */
export async function offerFor(line: Line, commands: readonly Command[], asking: Asking): Promise<Offer> {
  const command = commandIn(line.before, commands);
  const known = command === undefined ? allFlags(commands) : [...command.flags, ...globalFlags, help];
  const waiting = waitingFlag(line.before, known);
  const before = waiting === undefined ? line.before : line.before.slice(0, -1);
  const read = [...tokens(before, known)];
  const flags = valuesOf(read);
  if (waiting !== undefined) return await valueOffer(waiting, line.typed, flags, asking);
  const [, name, value = ""] = /^--([^=]+)=(.*)$/.exec(line.typed) ?? [];
  if (name !== undefined) {
    const flag = known.find((one) => one.name === name);
    return flag === undefined ? noOffer : await valueOffer(flag, value, flags, asking);
  }
  const given = read.flatMap((token) => (token.is === "word" ? [token.word] : []));
  if (line.typed.startsWith("-")) return await flagOffer(known);
  if (given.length === 0 || given[0] === "help") return await commandOffer(commands);
  const second = commands.flatMap(({ name, summary }) =>
    given.length === 1 && name.startsWith(`${given[0]}-`)
      ? [{ text: name.slice(`${given[0]}-`.length), about: summary }]
      : [],
  );
  if (second.length > 0) return offer(second);
  return command === undefined
    ? noOffer
    : await wordOffer(command, { before: given.slice(1), typed: line.typed }, flags, asking);
}

/** The flags of all commands are enough to tell words from values. */
function commandIn(before: readonly string[], commands: readonly Command[]): Command | undefined {
  try {
    const named = commandNameIn(before, commands);
    return commands.find(({ name }) => name === named?.name);
  } catch {
    // The line is not finished: what comes before the command has no value yet.
    return undefined;
  }
}

/** A flag before the cursor whose value is being typed. */
function waitingFlag(before: readonly string[], known: readonly Flag[]): Flag | undefined {
  const last = before.at(-1) ?? "";
  if (!/^-./.test(last) || last.includes("=")) return undefined;
  try {
    // Understood without a value: it takes none, or it is itself the value of a flag before it.
    for (const _ of tokens(before, known));
    return undefined;
  } catch {
    return known.find(({ name, short }) =>
      last.startsWith("--") ? name === last.slice(2) : short === last.slice(-1),
    );
  }
}

function valuesOf(read: readonly Token[]): FlagValues {
  const given = new Map<string, string[]>();
  for (const token of read) {
    if (token.is === "flag") given.set(token.flag.name, [...(given.get(token.flag.name) ?? []), token.value]);
  }
  return new FlagValues(given);
}

async function flagOffer(known: readonly Flag[]): Promise<Offer> {
  const named = await withFlags(emptyYargs(), known).getCompletion(["--"]);
  const about = new Map(known.map((flag) => [`--${flag.name}`, firstSentence(flag.help)]));
  return described([...named].sort(), about);
}

function firstSentence(text: string): string {
  return text.split(/(?<=[.:]) /)[0] ?? text;
}

async function commandOffer(commands: readonly Command[]): Promise<Offer> {
  const about = new Map(commands.map(({ name, summary }) => [name, summary]));
  return described(await withCommands(emptyYargs(), commands).getCompletion([""]), about);
}

/** Yargs offers a flag's letter as a name, too, and describes nothing for kubectl. */
function described(named: readonly string[], about: ReadonlyMap<string, string>): Offer {
  return offer(named.flatMap((text) => (about.has(text) ? [{ text, about: about.get(text) ?? "" }] : [])));
}

async function wordOffer(command: Command, line: Line, flags: FlagValues, asking: Asking): Promise<Offer> {
  switch (command.words.of) {
    case "none":
      return noOffer;
    case "files":
      return line.before.length > 0 ? noOffer : fileNames;
    case "choices":
      return line.before.length > 0 ? noOffer : offer(command.words.values.map((text) => ({ text })));
    case "objects": {
      const { after, resources } = command.words;
      if (after === undefined) return await objectOffer(line, resources, flags, asking);
      const [verb, ...before] = line.before;
      if (verb === undefined) return words([after]);
      return verb === after ? await objectOffer({ ...line, before }, resources, flags, asking) : noOffer;
    }
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
  if ("known" in flag && flag.known !== undefined)
    return "files" in flag ? outputOffer(flag.known, flag.templates ?? [], typed) : words(flag.known);
  switch (flag.completes ?? "nothing") {
    case "nothing":
      return noOffer;
    case "files":
      return fileNames;
    case "namespaces":
      return offer(await objectNames("v1/namespaces", flags, asking));
    case "contexts": {
      const { contexts } = await asking.kubeconfig(flags);
      return flag.takes === "texts"
        ? nextInList(
            contexts.map((value) => ({ value })),
            typed,
          )
        : words(contexts);
    }
    case "clusters":
      return words((await asking.kubeconfig(flags)).clusters);
    case "users":
      return words((await asking.kubeconfig(flags)).users);
  }
}

/** A format, and behind its equals sign a file. What a template says, the shell cannot know. */
function outputOffer(known: readonly string[], templates: readonly string[], typed: string): Offer {
  const [format = "", file] = typed.split("=");
  if (file !== undefined)
    return templates.includes(format) && !format.endsWith("-file") ? noOffer : fileNames;
  const texts = [...known, ...templates.map((template) => `${template}=`)];
  // The shell adds a space behind the only one that fits.
  const fitting = texts.filter((text) => text.startsWith(typed));
  const isUnfinished = fitting.every((text) => text.endsWith("="));
  return offer(
    texts.map((text) => ({ text })),
    isUnfinished ? "none" : "after",
  );
}

/** Behind the last comma any that is not in the list yet. */
function nextInList(listed: readonly Listed[], typed: string): Offer {
  const start = typed.slice(0, typed.lastIndexOf(",") + 1);
  const given = new Set(start.split(","));
  const left = listed.filter(({ value }) => !given.has(value));
  return offer(
    left.map(({ value, about }) => ({ text: `${start}${value}`, ...(about === undefined ? {} : { about }) })),
    "none",
  );
}

function words(values: readonly string[]): Offer {
  return offer(values.map((text) => ({ text })));
}
