import type { Command, ExitCode, Surroundings } from "../commands/index.ts";
import { endedEarly, Failure, FlagValues, reachOf, secretsOf, verbosity } from "../commands/index.ts";
import { AccessError } from "../connection/kubeconfig/access-error.ts";
import type { Phrase } from "../kubernetes/index.ts";
import { flatten, say, words } from "../kubernetes/index.ts";
import { InputError } from "../reading/files/limits.ts";
import { shown, whole } from "../render/escape.ts";
import { reached } from "../render/reached.ts";
import type { Shell } from "../report/index.ts";
import { endOf } from "./exit-code.ts";
import { commandHelp, globalOptions, rootHelp } from "./help.ts";
import { commandSurroundings, shellOf } from "./host/command-surroundings.ts";
import type { Host, Pager } from "./host/host.ts";
import type { Pace } from "./host/pace.ts";
import { pace } from "./host/pace.ts";
import type { Parsed } from "./parse.ts";
import { parse } from "./parse.ts";
import type { Sink } from "./writer.ts";
import { Writer } from "./writer.ts";

/** How long a command may take to stop once the person has interrupted it, in milliseconds. */
const grace = 300;

/** Runs one command line to its end. Never throws; resolves to the exit code. */
export async function run(
  argv: readonly string[],
  host: Host,
  commands: readonly Command[],
): Promise<number> {
  const out = watched(host.stdout);
  const err = watched(host.stderr);
  const ours = pace();
  const end = interruption(host, ours);
  const code = await Promise.race([carriedOut(argv, host, commands, { out, err, pace: ours }), end]);
  const written = await Promise.race([out.finished(), end]);
  if (typeof written === "number") return written;
  return endOf(written, code, err);
}

function watched(stream: Host["stdout"]): Writer {
  const writer = new Writer(stream);
  stream.on("error", (problem) => writer.failed(problem));
  return writer;
}

interface Streams {
  readonly out: Writer;
  readonly err: Writer;
  readonly pace: Pace;
}

async function carriedOut(
  argv: readonly string[],
  host: Host,
  commands: readonly Command[],
  { out, err, pace: ours }: Streams,
): Promise<number> {
  let flags = new FlagValues(new Map());
  try {
    const parsed = parse(argv, commands);
    if (parsed.do !== "run") {
      out.write(helpText(parsed, commands));
      return 0;
    }
    flags = parsed.flags;
    const pager = parsed.command.isPaged?.(flags) === true ? paged(host, err) : undefined;
    if (pager !== undefined) out.through(pager);
    const surroundings: Surroundings = commandSurroundings(host, flags, { out, err, pace: ours });
    const code = await parsed.command.run({ words: parsed.words, flags }, surroundings);
    tellSecrets(flags, err);
    return code;
  } catch (thrown) {
    const told = thrown instanceof Failure ? withFlags(thrown, flags, shellOf(host)) : thrown;
    const problem = problemOf(told, flags.number(verbosity) >= 9 ? "stack" : "line");
    err.write(problem.text);
    return problem.exit;
  }
}

/** A failure can end in the command that helps. */
function withFlags({ kind, phrase }: Failure, flags: FlagValues, shell: Shell): Failure {
  return new Failure(kind, reached(phrase, reachOf(flags, shell)));
}

/** A person who pastes a shown command is told what it lacks. */
function tellSecrets(flags: FlagValues, err: Writer): void {
  const secrets = secretsOf(flags);
  if (secrets.length > 0 && err.isTerminal)
    err.write(
      `The commands shown here do not include ${secrets.join(" and ")}: add your values before you run one.\n`,
    );
}

function helpText(parsed: Exclude<Parsed, { readonly do: "run" }>, commands: readonly Command[]): string {
  if (parsed.do === "options") return globalOptions();
  return parsed.command === undefined ? rootHelp(commands) : commandHelp(parsed.command);
}

/** 130, a moment after the person interrupts and no write is under way; never, without an interruption. */
function interruption({ interrupted }: Host, ours: Pace): Promise<130> {
  return new Promise((settle) => {
    interrupted.addEventListener("abort", async () => {
      await ours.settled();
      setTimeout(() => settle(130), grace).unref();
    });
  });
}

/** The way through the pager that PVGUARD_PAGER names, which is started with the first text. None without a terminal. */
function paged(host: Host, err: Writer): Sink | undefined {
  const { env, stdout, startPager } = host;
  const command = env.PVGUARD_PAGER ?? "";
  if (command === "" || stdout.isTTY !== true || startPager === undefined) return undefined;
  let pager: Promise<Pager> | undefined;
  const texts: string[] = [];
  return {
    isTTY: true,
    get columns() {
      return stdout.columns;
    },
    write(text, done) {
      pager ??= startPager(command);
      texts.push(text);
      pager.then((started) => started.write(text, done), done);
    },
    async read() {
      if ((await (await pager)?.read()) !== "not started") return;
      err.write(`Warning: there is no pager ${whole(command)} (PVGUARD_PAGER)\n`);
      for (const text of texts) await new Promise<void>((settle) => stdout.write(text, () => settle()));
    },
  };
}

/** The end of a run that did not succeed: what is said, and the exit code. */
interface Problem {
  readonly text: string;
  readonly exit: ExitCode;
}

/** Whatever was thrown, as one line for a person. A stack is shown only to who debugs pvguard itself. */
export function problemOf(thrown: unknown, told: "line" | "stack"): Problem {
  const { line, exitCode: exit } = endedEarly(thrown);
  if (thrown instanceof AccessError) {
    const hint = thrown.hint === undefined ? [] : say`${words("\n")}${thrown.hint}`;
    return { text: lines(say`${line}${hint}`), exit };
  }
  const isExpected = thrown instanceof Failure || thrown instanceof InputError;
  return { text: isExpected ? lines(line) : internal(line, thrown, told), exit };
}

function internal(line: Phrase, thrown: unknown, told: "line" | "stack"): string {
  const stack = told === "stack" && thrown instanceof Error ? (thrown.stack ?? "").split("\n").slice(1) : [];
  const hint = told === "stack" ? "" : " (run with -v=9 to see where)";
  return [lines(say`${line}${words(hint)}`), ...stack.map((each) => lines(say`${each}`))].join("");
}

function lines(phrase: Phrase): string {
  const text = flatten(phrase, shown);
  return text.endsWith("\n") ? text : `${text}\n`;
}
