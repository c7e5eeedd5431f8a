import type { Count, Flag, Switch, Text } from "../flags/index.ts";
import {
  acceptFlag,
  allNamespaces,
  backupDirFlag,
  chunkSize,
  confirm,
  dryRunFlag,
  ignoreNotFound,
  inputFlags,
  outputFlag,
  selector,
} from "../flags/index.ts";
import { dangerNames, fixableRemedies, planFormats, ruleCodes } from "./known.ts";

export const dryRun = dryRunFlag("each request");

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

export const accept = acceptFlag(" of the plan, by the name that the plan gives it", dangerNames);

export const yes: Switch = {
  takes: "nothing",
  name: "yes",
  help: "Do not ask. Enough only where every step is safe.",
};

export const max: Count = {
  takes: "number",
  name: "max",
  default: 1,
  help: "Act on so many objects at most; more than one is refused unless this says so. One can take several writes, such as one for each finished pod of a claim.",
};

export const rule: Text = {
  takes: "text",
  name: "rule",
  known: ruleCodes,
  help: "Mend what this rule of the audit finds, as many objects as --max allows. Without -n it looks in all namespaces.",
};

export const planFile: Text = {
  takes: "text",
  name: "plan",
  completes: "files",
  help: "Carry out a plan that -o json printed. It is made anew, and must come out the same.",
};

export const backupDir = backupDirFlag("backups and the journal");

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
  { ...allNamespaces, help: "Without an object: plan for everything that is stuck, in all namespaces." },
  selector,
  ignoreNotFound,
  chunkSize,
  ...inputFlags,
];
