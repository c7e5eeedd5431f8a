import { endOf } from "../ended.ts";
import { type Sink, Writer } from "../writer.ts";
import { readyHelp } from "./ready.ts";
import { subjectOf } from "./subject.ts";

type Stream = Sink & { on(event: "error", listener: (problem: Error) => void): unknown };

/** Prints help that is there already; `undefined` where there is none for this command line. */
export async function printReady(
  argv: readonly string[],
  stdout: Stream,
  stderr: Stream,
): Promise<number | undefined> {
  const subject = subjectOf(argv);
  const text = subject !== undefined && Object.hasOwn(readyHelp, subject) ? readyHelp[subject] : undefined;
  if (text === undefined) return undefined;
  const [out, err] = [new Writer(stdout), new Writer(stderr)];
  stdout.on("error", (problem) => out.failed(problem));
  out.write(text);
  return endOf(await out.finished(), 0, err);
}
