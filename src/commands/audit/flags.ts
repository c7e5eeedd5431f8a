import { knowledge } from "../../knowledge.ts";
import {
  allNamespaces,
  chunkSize,
  type Flag,
  inputFlags,
  type Listed,
  maxInFlight,
  selector,
  text,
  texts,
  toggle,
} from "../flags/index.ts";

const codes: readonly Listed[] = knowledge.rules.map(({ code, title }) => ({
  value: code,
  about: title,
}));

export const rules = texts(
  "rules",
  "Check only these rules: codes or names, separated by commas (e.g. PVG101,claim-unused).",
  { listed: codes },
);

export const skip = texts("skip", "Skip these rules: codes or names, separated by commas.", {
  listed: codes,
});

export const risk = toggle(
  "risk",
  "Also check the rules about future risks, such as a claim with policy Delete and no snapshot.",
);

export const olderThan = text(
  "older-than",
  "Ignore problems that are newer than this (e.g. 30s, 5m, 2h, 7d).",
  { default: "5m" },
);

export const minSeverity = text(
  "min-severity",
  "Show only findings of this severity or worse. One of: (error, warning, note).",
  { default: "note", known: ["error", "warning", "note"] },
);

export const failOn = text(
  "fail-on",
  "Exit with code 1 if a finding has this severity or worse. One of: (error, warning, note, never).",
  { default: "error", known: ["error", "warning", "note", "never"] },
);

export const storageClass = texts(
  "storage-class",
  "Show only findings about objects of these storage classes, separated by commas.",
);

export const configFile = text(
  "config",
  "A file (apiVersion: pvguard.dev/v1alpha1, kind: AuditConfig) with the rules to check and the findings to ignore. Flags override it.",
  { completes: "files" },
);

export const baseline = text(
  "baseline",
  "An earlier report, written with -o json: show only what is new since then, and what was resolved.",
  { completes: "files" },
);

export const by = text("by", "How the output is arranged. One of: (cause, rule).", {
  default: "cause",
  known: ["cause", "rule"],
});

export const auditFlags: readonly Flag[] = [
  by,
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
