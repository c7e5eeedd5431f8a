import type { Choice, Text, Texts } from "./flag.ts";

/** `asked`: the requests about which the server can be asked beforehand. */
export function dryRunFlag(asked: string): Choice<"none" | "client" | "server"> {
  return {
    takes: "choice",
    name: "dry-run",
    values: ["none", "client", "server"],
    default: "none",
    bare: "client",
    help: `Must be "none", "client" or "server". If client, only print the plan. If server, also send ${asked} to the server as a dry run, which stores nothing.`,
  };
}

/** `named`: where a person finds the name of the danger. */
export function acceptFlag(named: string, known: readonly string[]): Texts {
  return {
    takes: "texts",
    name: "accept",
    known,
    help: `Accept a danger${named}. This flag can be repeated. No name accepts all dangers.`,
  };
}

/** `then`: what to use for files instead. */
export function noInput(command: string, then: string): Readonly<Record<string, string>> {
  return {
    from: `${command} changes a cluster and cannot work from files. ${then}`,
  };
}

export const confirm: Text = {
  takes: "text",
  name: "confirm",
  help: "Do not ask for confirmation if this is the digest of the plan, as --dry-run prints it.",
};

/** `kept`: what is stored there. */
export function backupDirFlag(kept: string): Text {
  return {
    takes: "text",
    name: "backup-dir",
    completes: "files",
    help: `The directory for ${kept}, instead of $XDG_STATE_HOME/pvguard or ~/.local/state/pvguard.`,
  };
}
