import type { GeneralReason } from "../../define/index.ts";
import { acceptedBy } from "../../define/index.ts";
import { knowledge } from "../../knowledge.ts";
import { planRenderers } from "../../render/index.ts";
import type { Count, Flag, Switch, Text } from "../flags/index.ts";
import {
  acceptFlag,
  allNamespaces,
  backupDir,
  chunkSize,
  confirm,
  dryRun,
  ignoreNotFound,
  inputFlags,
  outputsFlag,
  selector,
  yes,
} from "../flags/index.ts";

/** The remedies that fix can carry out, at least in some cases. */
export const fixableRemedies: readonly string[] = knowledge.remedies
  .filter(({ fixDoes }) => fixDoes !== undefined)
  .map(({ name }) => name)
  .sort();

/** What a plan can ask to accept by name. */
const dangerNames: readonly string[] = [
  ...new Set([
    ...acceptedBy("fix"),
    "UnknownFinalizer" satisfies GeneralReason,
    ...knowledge.finalizers.flatMap(({ reasons }) => Object.keys(reasons)),
  ]),
].sort();

const ruleCodes: readonly string[] = knowledge.rules.map(({ code }) => code);

const planFormats: readonly string[] = planRenderers.map(({ name }) => name);

export const remedy: Text = {
  takes: "text",
  name: "remedy",
  known: fixableRemedies,
  help: "The remedy to apply, instead of the one proposed (set-retain; a part of one: release-claim-ref:whole)",
};

export const finalizer: Text = {
  takes: "text",
  name: "finalizer",
  help: "Remove this one finalizer, named exactly, from an object that is being deleted",
};

export const accept = acceptFlag(dangerNames);

export const max: Count = {
  takes: "number",
  name: "max",
  default: 1,
  help: "The largest number of objects to act on, each with all the writes that it takes",
};

export const rule: Text = {
  takes: "text",
  name: "rule",
  known: ruleCodes,
  help: "Fix what this audit rule finds, for at most --max objects; without -n, in all namespaces",
};

export const planFile: Text = {
  takes: "text",
  name: "plan",
  completes: "files",
  help: "Carry out a plan that -o json printed, if fix still makes the same plan",
};

export const approveOnly: Switch = {
  takes: "nothing",
  name: "approve",
  help: "Send nothing: approve the plan, for an assistant that asked mcp --allow-writes for it",
};

export const output = outputsFlag(planFormats);

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
  approveOnly,
  backupDir,
  output,
  { ...allNamespaces, help: "Without an object: plan for everything that is stuck in all namespaces" },
  selector,
  ignoreNotFound,
  chunkSize,
  ...inputFlags,
];
