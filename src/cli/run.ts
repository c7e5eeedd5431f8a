import { type Command, type Edge, FlagValues, verbosity } from "../commands/index.ts";
import { commandHelp, globalOptions, rootHelp } from "./help/help.ts";
import { edgeOf } from "./host/edge.ts";
import type { Host } from "./host/host.ts";
import { reasonFor } from "./io-reason.ts";
import { type Parsed, parse } from "./parse/parse.ts";
import { problemOf } from "./problem.ts";
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
  const code = await Promise.race([carriedOut(argv, host, commands, out, err), interruption(host)]);
  const written = await Promise.race([out.finished(), interruption(host)]);
  if (typeof written === "number") return written;
  switch (written.state) {
    case "written":
      return code;
    case "closed":
      return 0;
    case "failed":
      err.write(`error: the output could not be written: ${reasonFor(written.problem)}\n`);
      return 2;
  }
}

function watched(stream: Host["stdout"]): Writer {
  const writer = new Writer(stream);
  stream.on("error", (problem) => writer.failed(problem));
  return writer;
}

async function carriedOut(
  argv: readonly string[],
  host: Host,
  commands: readonly Command[],
  out: Writer,
  err: Writer,
): Promise<number> {
  let flags = new FlagValues(new Map());
  try {
    const parsed = parse(argv, commands);
    if (parsed.do !== "run") {
      out.write(helpText(parsed, commands));
      return 0;
    }
    flags = parsed.flags;
    const edge: Edge = edgeOf(host, flags, out, err);
    return await parsed.command.run({ words: parsed.words, flags }, edge);
  } catch (thrown) {
    const problem = problemOf(thrown, flags.number(verbosity) >= 9);
    err.write(problem.text);
    return problem.exit;
  }
}

function helpText(parsed: Exclude<Parsed, { readonly do: "run" }>, commands: readonly Command[]): string {
  if (parsed.do === "options") return globalOptions();
  return parsed.command === undefined ? rootHelp(commands) : commandHelp(parsed.command);
}

/** 130, a moment after the person interrupts; never, if nobody does. */
function interruption({ interrupted }: Host): Promise<130> {
  return new Promise((settle) => {
    interrupted.addEventListener("abort", () => setTimeout(() => settle(130), grace).unref());
  });
}
