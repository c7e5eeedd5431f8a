import { expertise } from "../expertise.ts";
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

const codes: readonly Listed[] = expertise.knowledge.rules.map(({ code, title }) => ({
  value: code,
  about: title,
}));

export const rules = texts(
  "rules",
  "Ask only these rules: codes or names, separated by commas (e.g. PVG101,claim-unused).",
  { listed: codes },
);

export const skip = texts("skip", "Do not ask these rules: codes or names, separated by commas.", {
  listed: codes,
});

export const risk = toggle(
  "risk",
  "Ask also the rules about what could go wrong one day, such as a claim with policy Delete and no snapshot.",
);

export const olderThan = text(
  "older-than",
  "Pass over what has been as it is for less than this (e.g. 30s, 5m, 2h, 7d).",
  { default: "5m" },
);

export const minSeverity = text(
  "min-severity",
  "Show only findings that are at least this bad. One of: (error, warning, note).",
  { default: "note", known: ["error", "warning", "note"] },
);

export const failOn = text(
  "fail-on",
  "Exit with 1 when something at least this bad is found. One of: (error, warning, note, never).",
  { default: "error", known: ["error", "warning", "note", "never"] },
);

export const storageClass = texts(
  "storage-class",
  "Show only findings about objects of these storage classes, separated by commas.",
);

export const configFile = text(
  "config",
  "A file (apiVersion: pvguard.dev/v1alpha1, kind: AuditConfig) that says which rules to ask and what to ignore. Flags outweigh it.",
  { completes: "files" },
);

export const baseline = text(
  "baseline",
  "An earlier report, made with -o json: show only what is new since then, and what was solved.",
  { completes: "files" },
);

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
