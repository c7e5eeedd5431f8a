import type { Choice, Switch, Text, Texts } from "./flag.ts";

export const dryRun: Choice<"none" | "client" | "server"> = {
  takes: "choice",
  name: "dry-run",
  values: ["none", "client", "server"],
  default: "none",
  bare: "client",
  help: "Only show the plan; =server also has the server check it",
};

export function acceptFlag(known: readonly string[]): Texts {
  return {
    takes: "texts",
    name: "accept",
    known,
    help: "Accept a danger by its name, each on its own",
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
  help: "Do not ask, if this is the digest of the plan",
};

export const yes: Switch = {
  takes: "nothing",
  name: "yes",
  help: "Do not ask, if every step is safe",
};

/** `kept`: what is stored there. */
export function backupDirFlag(kept: string): Text {
  return {
    takes: "text",
    name: "backup-dir",
    completes: "files",
    help: `The directory for ${kept}, instead of $XDG_STATE_HOME/pvguard or ~/.local/state/pvguard`,
  };
}

export const backupDir = backupDirFlag("backups and the journal");
