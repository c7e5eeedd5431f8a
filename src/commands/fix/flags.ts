import type { Choice, Count, Flag, Switch, Text, Texts } from "../flags/index.ts";
import { allNamespaces, chunkSize, ignoreNotFound, outputFlag, selector } from "../flags/index.ts";
import { dangerNames, fixableRemedies, planFormats, ruleCodes } from "./known.ts";

export const dryRun: Choice<"none" | "client" | "server"> = {
  takes: "choice",
  name: "dry-run",
  values: ["none", "client", "server"],
  default: "none",
  bare: "client",
  help: 'Must be "none", "client" or "server". With client, only print the plan. With server, also ask the server what it would do with each request, without storing it.',
};

export const remedy: Text = {
  takes: "text",
  name: "remedy",
  known: fixableRemedies,
  help: "Do this instead of what the diagnosis proposes (e.g. set-retain). A part is named behind a colon: release-claim-ref:whole.",
};

export const finalizer: Text = {
  takes: "text",
  name: "finalizer",
  help: "Take this one finalizer off an object that is being deleted. Exactly as it stands there; no patterns.",
};

export const accept: Texts = {
  takes: "texts",
  name: "accept",
  known: dangerNames,
  help: "Accept a danger of the plan, by the name that the plan gives it. Can be repeated. There is no name for all of them.",
};

export const yes: Switch = {
  takes: "nothing",
  name: "yes",
  help: "Do not ask. Enough only where every step is safe.",
};

export const confirm: Text = {
  takes: "text",
  name: "confirm",
  help: "Do not ask, if this is the digest of the plan, as --dry-run prints it.",
};

export const max: Count = {
  takes: "number",
  name: "max",
  default: 1,
  help: "Change so many objects at most. More than one is refused unless this says so.",
};

export const rule: Text = {
  takes: "text",
  name: "rule",
  known: ruleCodes,
  help: "Mend what this rule of the audit finds, as many objects as --max allows.",
};

export const planFile: Text = {
  takes: "text",
  name: "plan",
  completes: "files",
  help: "Carry out a plan that -o json printed. It is made anew, and must come out the same.",
};

export const backupDir: Text = {
  takes: "text",
  name: "backup-dir",
  completes: "files",
  help: "Where backups and the journal go, instead of $XDG_STATE_HOME/pvguard or ~/.local/state/pvguard.",
};

export const output = outputFlag(planFormats);

export const fixFlags: readonly Flag[] = [
  dryRun,
  remedy,
  finalizer,
  accept,
  yes,
  confirm,
  max,
  rule,
  planFile,
  backupDir,
  output,
  allNamespaces,
  selector,
  ignoreNotFound,
  chunkSize,
];
