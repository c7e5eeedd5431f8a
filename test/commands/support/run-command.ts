import { parse } from "../../../src/cli/parse.ts";
import { problemOf } from "../../../src/cli/run.ts";
import { commands } from "../../../src/commands/all.ts";
import type { Output, Source, Surroundings } from "../../../src/commands/index.ts";

export interface Ran {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

/** Runs one command line in this process, with a source of the test's own. */
export async function runCommand(
  argv: readonly string[],
  source: Source,
  more: Partial<Surroundings> = {},
): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const surroundings: Surroundings = {
    out: collecting(out),
    err: collecting(err),
    shell: "posix",
    color: "never",
    now: () => Date.parse("2026-11-20T12:00:00Z"),
    open: async () => source,
    kubeconfig: async () => ({ contexts: [], clusters: [], users: [] }),
    openWhole: async () => {
      throw new Error("a test must say what is in its files");
    },
    namedIn: async () => {
      throw new Error("a test must say what its manifests name");
    },
    connect: async () => {
      throw new Error("a test must not connect");
    },
    answers: "none",
    ask: async () => undefined,
    bench: () => {
      throw new Error("a test must not keep anything");
    },
    hazards: [],
    unhurried: (work) => work(),
    busy: (_, work) => work(() => {}),
    readFile: async (path) => {
      throw new Error(`a test must not read ${path}`);
    },
    rest: async () => {},
    interrupted: new AbortController().signal,
    whileRead: (work) => work(more.interrupted ?? new AbortController().signal),
    pause: async () => {},
    random: () => 0.5,
    async *lines() {},
    listen: async () => {
      throw new Error("a test must not listen");
    },
    listenSecurely: async () => {
      throw new Error("a test must not listen");
    },
    saveFile: async () => {},
    isEndless: async () => false,
    saveOutput: async () => {},
    requireWritable: async () => {},
    installCompleter: async () => ({ state: "installed", path: "/usr/bin/kubectl_complete-pvguard" }),
    about: { version: "v1.2.3", runtime: "node v20.0.0 linux/x64", path: "/usr/bin/kubectl-pvguard" },
    ...more,
  };
  const code = await ended(argv, surroundings, err);
  return { out: out.join(""), err: err.join(""), code };
}

async function ended(argv: readonly string[], surroundings: Surroundings, err: string[]): Promise<number> {
  try {
    const parsed = parse(argv, commands);
    if (parsed.do !== "run") throw new Error(`${argv.join(" ")} is no command to run`);
    return await parsed.command.run({ words: parsed.words, flags: parsed.flags }, surroundings);
  } catch (thrown) {
    const problem = problemOf(thrown, "stack");
    err.push(problem.text);
    return problem.exit;
  }
}

function collecting(texts: string[]): Output {
  return { write: (text) => texts.push(text), sent: async () => {}, columns: undefined, isTerminal: false };
}
