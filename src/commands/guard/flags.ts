import type { Danger } from "../../define/index.ts";
import { accidents } from "../../guard/index.ts";
import { guardRenderers, planRenderers } from "../../render/index.ts";
import type { Choice, Flag, Switch, Text, Texts } from "../flags/index.ts";
import { acceptFlag, backupDir, confirm, dryRun, outputsFlag, yes } from "../flags/index.ts";

export const mode: Choice<"audit" | "warn" | "deny"> = {
  takes: "choice",
  name: "mode",
  values: ["warn", "audit", "deny"],
  default: "warn",
  help: "What to do about an accident. audit: write it to the server's audit log. warn: also warn the client. deny: refuse it",
};

export const only: Texts = {
  takes: "texts",
  name: "only",
  known: accidents.map(({ name }) => name),
  listed: accidents.map(({ name, short }) => ({ value: name, about: short })),
  help: "Only these guards, separated by commas",
};

export const namespaces: Texts = {
  takes: "texts",
  name: "namespaces",
  completes: "namespaces",
  help: "Guard only these namespaces and the claims in them, separated by commas",
};

export const selector: Text = {
  takes: "text",
  name: "selector",
  short: "l",
  help: "Guard only namespaces with these labels, and the claims in them (env=prod,tier!=cache)",
};

export const exempt: Texts = {
  takes: "texts",
  name: "exempt",
  help: "Let the requests of this user or group pass. Repeat this flag for more",
};

export const install: Switch = {
  takes: "nothing",
  name: "install",
  help: "Apply the guards to the cluster: shows a plan first, and asks",
};

export const uninstall: Switch = {
  takes: "nothing",
  name: "uninstall",
  help: "Delete the guards that pvguard installed: shows a plan first, and asks",
};

export const accept = acceptFlag(["InsecureTLS" satisfies Danger]);

export const output = outputsFlag(
  [...new Set([...guardRenderers, ...planRenderers].map(({ name }) => name))].filter(
    (name) => name !== "text",
  ),
);

/** Those of a run that changes the cluster. */
export const writingFlags: readonly Flag[] = [dryRun, accept, yes, confirm, backupDir];

export const guardFlags: readonly Flag[] = [
  mode,
  only,
  namespaces,
  selector,
  exempt,
  install,
  uninstall,
  ...writingFlags,
  output,
];
