import type { Phrase } from "../../kubernetes/index.ts";
import { flatten, words } from "../../kubernetes/index.ts";
import { mark, shortened } from "../../render/index.ts";
import type { Invocation } from "../command.ts";
import type { ExitCode } from "../failure.ts";
import { endedEarly, Failure } from "../failure.ts";
import type { Bench, Output, Surroundings } from "../surroundings.ts";
import { readable } from "./readable.ts";
import { requireFiles } from "./standard-input.ts";
import type { Tool } from "./tools.ts";
import { cardFile } from "./tools.ts";

/** What a command said. */
export interface Said {
  readonly out: string;
  /** Its text for people, where it prints one beside its document. */
  readonly card: string | undefined;
  /** Each line of standard error, marked, and what ended the run. */
  readonly messages: readonly string[];
  readonly exitCode: ExitCode;
}

/** Characters that a command may print. A larger answer is asked for in parts. */
const mostPrinted = 32 << 20;
const mostOfCard = 1 << 20;
const mostMessages = 10;

/**
 * Has the command of a tool answer, as it answers a person who has no terminal. It asks and writes nothing: what it prints, and the
 * one file that it was told to write, are kept here. Connections are closed at the end, and when the signal fires.
 */
export async function performed(
  tool: Tool,
  invocation: Invocation,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<Said> {
  const out = collecting(mostPrinted);
  const err = collecting(mostPrinted);
  let card: string | undefined;
  // A write that is under way is never cut off: the executor hears the signal, and ends in order.
  const opened = openedBy(surroundings, tool.does === "reads" ? signal : new AbortController().signal);
  const its: Surroundings = {
    ...surroundings,
    ...opened.ways,
    out,
    err,
    color: "never",
    answers: "none",
    ask: async () => undefined,
    busy: (_, work) => work(() => {}),
    interrupted: signal,
    pause: async () => {},
    marked: readable,
    lines: refused,
    listen: refused,
    bench: (directory) =>
      tool.does === "reads"
        ? // A plan is made with it. Nothing is sent without a journal, and there is no place for one.
          { ...surroundings.bench("/"), files: noFiles, signal }
        : { ...surroundings.bench(directory), signal },
    saveFile: refused,
    installCompleter: refused,
    requireWritable: async () => {},
    saveOutput: async (path, pieces) => {
      if (path === cardFile) card = beginOf(pieces);
    },
  };
  const ended = (exitCode: ExitCode, problem: Phrase): Said => {
    const lines = err
      .text()
      .split("\n")
      .filter((line) => line !== "");
    const left = lines.length - mostMessages;
    const messages = [
      ...lines.slice(0, mostMessages).map(mark),
      ...(left > 0 ? [`${left} more messages were left out`] : []),
      flatten(problem, (data) => mark(shortened(data))),
    ];
    return { out: out.text(), card, messages: messages.filter((each) => each !== ""), exitCode };
  };
  try {
    await requireFiles(invocation.flags, surroundings);
    return ended(await tool.command.run(invocation, its), []);
  } catch (thrown) {
    const { line, exitCode } = endedEarly(thrown);
    return ended(exitCode, line);
  } finally {
    opened.close();
  }
}

const noFiles: Bench["files"] = {
  makeDirectory: refused,
  inspect: refused,
  create: refused,
  append: refused,
  read: refused,
  rename: refused,
  remove: refused,
  list: refused,
  syncDirectory: refused,
};

function refused(): never {
  throw new Failure("refused", words("error: a tool of mcp only reads"));
}

/** The ways to a cluster, each of which is closed in the end. */
function openedBy(surroundings: Surroundings, signal: AbortSignal) {
  const closing: (() => void)[] = [];
  const close = () => {
    for (const each of closing.splice(0)) each();
  };
  signal.addEventListener("abort", close, { once: true });
  const keep = <T>(opened: T, one: () => void): T => {
    if (signal.aborted) one();
    else closing.push(one);
    return opened;
  };
  const ways: Pick<Surroundings, "open" | "connect" | "openWhole"> = {
    async open(flags, tell, questions, err) {
      const source = await surroundings.open(flags, tell, questions, err);
      return keep(source, () => source.close());
    },
    async connect(flags) {
      const connected = await surroundings.connect(flags);
      return keep(connected, () => connected.source.close());
    },
    openWhole: (flags, tell) => surroundings.openWhole(flags, tell),
  };
  return {
    ways,
    close() {
      signal.removeEventListener("abort", close);
      close();
    },
  };
}

function collecting(most: number): Output & { text(): string } {
  const pieces: string[] = [];
  let length = 0;
  return {
    write(text) {
      length += text.length;
      if (length > most)
        throw new Failure(
          "usage",
          words("error: the answer is too large: ask about one namespace, one type or fewer rules"),
        );
      pieces.push(text);
    },
    sent: async () => {},
    columns: undefined,
    isTerminal: false,
    text: () => pieces.join(""),
  };
}

/** A text that is longer is not used: the answer is cut then. */
function beginOf(pieces: Iterable<string>): string | undefined {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length > mostOfCard) return undefined;
  }
  return text;
}
