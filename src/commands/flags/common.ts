import { inOrder, join, say } from "../../kubernetes/index.ts";
import { Failure } from "../failure.ts";
import { configFlagList } from "./config.ts";
import type { Choice, Count, Flag, Switch, Text } from "./flag.ts";
import type { FlagValues } from "./values.ts";

export const help: Switch = {
  takes: "nothing",
  name: "help",
  short: "h",
  help: "Print the help of a command",
};

export const verbosity: Count = {
  takes: "number",
  name: "v",
  short: "v",
  default: 0,
  help: "Log level: 6 shows each request, 9 also the stack of an internal error",
};

export const color: Choice<"auto" | "always" | "never"> = {
  takes: "choice",
  name: "color",
  values: ["auto", "always", "never"],
  default: "auto",
  help: "When to use color. auto: on a terminal, unless NO_COLOR is set or TERM is dumb",
};

/** Every command takes these. */
export const globalFlags: readonly Flag[] = [...configFlagList, color, verbosity].sort((a, b) =>
  inOrder(a.name, b.name),
);

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

/** The formats that take a template, as kubectl names them. */
export const templates: readonly string[] = [
  "custom-columns",
  "custom-columns-file",
  "jsonpath",
  "jsonpath-as-json",
  "jsonpath-file",
];

/** `-o` of a command that can also write its answer to files. */
export function outputsFlag(formats: readonly string[]): Text {
  const known = [...formats].sort();
  return {
    takes: "text",
    name: "output",
    short: "o",
    known,
    files: "after a value",
    templates,
    help: `Output format: ${known.join(", ")}, jsonpath=TEMPLATE, custom-columns=SPEC; FORMAT=FILE for a file`,
  };
}

/** The format asked for; `undefined` for the one meant for people. */
export function formatOf(flags: FlagValues, output: Text): string | undefined {
  const format = flags.text(output);
  if (format === undefined || format === "") return undefined;
  const known = output.known ?? [];
  if (known.includes(format)) return format;
  throw unknownFormat(format, known);
}

export function unknownFormat(format: string, known: readonly string[]): Failure {
  const allowed = join(
    known.map((name) => say`${name}`),
    ",",
  );
  return new Failure(
    "usage",
    say`error: unable to match a printer suitable for the output format "${format}", allowed formats are: ${allowed}`,
  );
}

export function isMachineFormat(format: string | undefined): boolean {
  return format !== undefined && format !== "wide";
}
