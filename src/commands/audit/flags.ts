import { expertise } from "../expertise.ts";
import type { Flag, Listed, Switch, Text, Texts } from "../flags/index.ts";
import { allNamespaces, chunkSize, inputFlags, maxInFlight, selector } from "../flags/index.ts";

const codes: readonly Listed[] = expertise.knowledge.rules.map(({ code, title }) => ({
  value: code,
  about: title,
}));

export const rules: Texts = {
  takes: "texts",
  name: "rules",
  listed: codes,
  help: "Ask only these rules: codes or names, separated by commas (e.g. PVG101,claim-unused).",
};

export const skip: Texts = {
  takes: "texts",
  name: "skip",
  listed: codes,
  help: "Do not ask these rules: codes or names, separated by commas.",
};

export const risk: Switch = {
  takes: "nothing",
  name: "risk",
  help: "Ask also the rules about what could go wrong one day, such as a claim with policy Delete and no snapshot.",
};

export const olderThan: Text = {
  takes: "text",
  name: "older-than",
  default: "5m",
  help: "Pass over what has been as it is for less than this (e.g. 30s, 5m, 2h, 7d).",
};

export const minSeverity: Text = {
  takes: "text",
  name: "min-severity",
  default: "note",
  known: ["error", "warning", "note"],
  help: "Show only findings that are at least this bad. One of: (error, warning, note).",
};

export const failOn: Text = {
  takes: "text",
  name: "fail-on",
  default: "error",
  known: ["error", "warning", "note", "never"],
  help: "Exit with 1 when something at least this bad is found. One of: (error, warning, note, never).",
};

export const storageClass: Texts = {
  takes: "texts",
  name: "storage-class",
  help: "Show only findings about objects of these storage classes, separated by commas.",
};

export const configFile: Text = {
  takes: "text",
  name: "config",
  completes: "files",
  help: "A file (apiVersion: pvguard.dev/v1alpha1, kind: AuditConfig) that says which rules to ask and what to ignore. Flags outweigh it.",
};

export const baseline: Text = {
  takes: "text",
  name: "baseline",
  completes: "files",
  help: "An earlier report, made with -o json: show only what is new since then, and what was solved.",
};

export const auditFlags: readonly Flag[] = [
  allNamespaces,
  selector,
  rules,
  skip,
  risk,
  olderThan,
  minSeverity,
  storageClass,
  configFile,
  baseline,
  failOn,
  chunkSize,
  maxInFlight,
  ...inputFlags,
];
