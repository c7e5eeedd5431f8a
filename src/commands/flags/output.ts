import { join, say } from "../../kubernetes/index.ts";
import { Failure } from "../failure.ts";
import type { Switch, Text } from "./flag.ts";
import type { FlagValues } from "./values.ts";

export const noHeaders: Switch = {
  takes: "nothing",
  name: "no-headers",
  help: "Print tables without headers",
};

/** `-o` of a command that prints these formats. */
export function outputFlag(formats: readonly string[]): Text {
  return {
    takes: "text",
    name: "output",
    short: "o",
    known: [...formats].sort(),
    help: `Output format: ${[...formats].sort().join(", ")}`,
  };
}

/** The format asked for; `undefined` for the one meant for people. */
export function formatOf(flags: FlagValues, output: Text): string | undefined {
  const format = flags.text(output);
  if (format === undefined || format === "") return undefined;
  const known = output.known ?? [];
  if (known.includes(format)) return format;
  const allowed = join(
    known.map((name) => say`${name}`),
    ",",
  );
  throw new Failure(
    "usage",
    say`error: unable to match a printer suitable for the output format "${format}", allowed formats are: ${allowed}`,
  );
}

export function isMachineFormat(format: string | undefined): boolean {
  return format !== undefined && format !== "wide";
}
