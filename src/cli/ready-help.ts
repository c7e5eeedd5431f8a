/** Help that the build made, so that nothing else is loaded to print it. Run from source, it is made when asked for. */
import { endOf } from "./exit-code.ts";
import type { Sink } from "./writer.ts";
import { Writer } from "./writer.ts";

/** By what it is about: a command, `options`, or nothing, which is all of it. The build sets this. */
declare const PVGUARD_HELP: Readonly<Record<string, string>> | undefined;

type Stream = Sink & { on(event: "error", listener: (problem: Error) => void): unknown };

/** Prints help that is there already; `undefined` where there is none for this command line. */
export async function printReady(
  argv: readonly string[],
  stdout: Stream,
  stderr: Stream,
): Promise<number | undefined> {
  const subject = subjectOf(argv);
  const ready = typeof PVGUARD_HELP === "object" ? PVGUARD_HELP : {};
  const text = subject !== undefined && Object.hasOwn(ready, subject) ? ready[subject] : undefined;
  if (text === undefined) return undefined;
  const [out, err] = [new Writer(stdout), new Writer(stderr)];
  stdout.on("error", (problem) => out.failed(problem));
  out.write(text);
  return endOf(await out.finished(), 0, err);
}

/** What a short command line asks for help about; `undefined` if it is for the parser to say. */
export function subjectOf(argv: readonly string[]): string | undefined {
  const words = argv.filter((word) => word !== "--help" && word !== "-h");
  const [first = "", second, ...more] = words;
  if (more.length > 0 || argv.includes("")) return undefined;
  if (first === "help") return second === "options" ? undefined : (second ?? "");
  const isAsked = words.length < argv.length || first === "" || first === "options";
  return isAsked && second === undefined ? first : undefined;
}
