import { knowledge } from "../../knowledge.ts";
import type { Count, Flag, Listed } from "../flags/index.ts";
import {
  allNamespaces,
  chunkSize,
  inputFlags,
  maxInFlight,
  selector,
  text,
  texts,
  toggle,
} from "../flags/index.ts";
import { disks, disksAt, price } from "../sources/disk-lists.ts";

const codes: readonly Listed[] = knowledge.rules.map(({ code, title }) => ({
  value: code,
  about: title,
}));

export const rules = texts("rules", "Check only these rules (PVG101,claim-unused)", { listed: codes });

export const skip = texts("skip", "Skip these rules (PVG101,claim-unused)", {
  listed: codes,
});

export const risk = toggle(
  "risk",
  "Also check the rules about future risks, such as a claim with policy Delete and no snapshot",
);

export const olderThan = text("older-than", "Ignore problems that are newer than this (30s, 5m, 2h, 7d)", {
  default: "5m",
});

export const minSeverity = text("min-severity", "Hide findings below error, warning or note", {
  default: "note",
  known: ["error", "warning", "note"],
});

export const failOn = text("fail-on", "Exit 1 on this severity or worse, or never", {
  default: "error",
  known: ["error", "warning", "note", "never"],
});

export const storageClass = texts(
  "storage-class",
  "Show only findings about objects of these storage classes (gp3,fast)",
);

export const configFile = text(
  "config",
  "A file (kind: AuditConfig, apiVersion: pvguard.dev/v1alpha1) with rules to check and findings to ignore. Flags override it",
  { completes: "files" },
);

export const baseline = text("baseline", "Show only what is new since this -o json report", {
  completes: "files",
});

export const by = text("by", "How the output is arranged: cause, rule", {
  default: "cause",
  known: ["cause", "rule"],
});

export const watch = toggle("watch", "Audit again and again, and report what changes", { short: "w" });

export const interval = text("interval", "With --watch: how long to wait between two audits (10s, 1m)", {
  default: "30s",
  needs: "watch",
});

export const contexts = texts("contexts", "Check the clusters of these kubeconfig contexts (prod,staging)", {
  completes: "contexts",
});

export const allContexts = toggle("all-contexts", "Check the clusters of all contexts of the kubeconfig");

export const parallel: Count = {
  takes: "number",
  name: "parallel",
  default: 4,
  help: "With several contexts: how many clusters are read at the same time",
};

/** What is checked of a cluster, and how it is read: the same for each command that audits. */
export const checkFlags: readonly Flag[] = [
  allNamespaces,
  selector,
  rules,
  skip,
  risk,
  disks,
  disksAt,
  price,
  olderThan,
  minSeverity,
  storageClass,
  configFile,
  chunkSize,
  maxInFlight,
];

export const auditFlags: readonly Flag[] = [
  watch,
  interval,
  by,
  ...checkFlags,
  baseline,
  failOn,
  contexts,
  allContexts,
  parallel,
  ...inputFlags,
];
