import { configFlagList } from "./config.ts";
import type { Choice, Count, Flag, Switch } from "./flag.ts";

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
  a.name < b.name ? -1 : 1,
);
