import type { Choice, Text, Texts } from "./flag.ts";

/** `asked`: the requests about which the server can be asked beforehand. */
export function dryRunFlag(asked: string): Choice<"none" | "client" | "server"> {
  return {
    takes: "choice",
    name: "dry-run",
    values: ["none", "client", "server"],
    default: "none",
    bare: "client",
    help: `Must be "none", "client" or "server". With client, only print the plan. With server, also ask the server what it would do with ${asked}, without storing it.`,
  };
}

/** `named`: where each danger has its name from. */
export function acceptFlag(named: string, known: readonly string[]): Texts {
  return {
    takes: "texts",
    name: "accept",
    known,
    help: `Accept a danger${named}. Can be repeated. There is no name for all of them.`,
  };
}

/** `then`: where what files say can be had. */
export function noInput(command: string, then: string): Readonly<Record<string, string>> {
  return {
    from: `${command} changes a cluster, and goes by what it reads there: files are not enough. ${then}`,
  };
}

export const confirm: Text = {
  takes: "text",
  name: "confirm",
  help: "Do not ask, if this is the digest of the plan, as --dry-run prints it.",
};

/** `kept`: what goes there. */
export function backupDirFlag(kept: string): Text {
  return {
    takes: "text",
    name: "backup-dir",
    completes: "files",
    help: `Where ${kept} go, instead of $XDG_STATE_HOME/pvguard or ~/.local/state/pvguard.`,
  };
}
