import type { Severity } from "../../report/index.ts";
import { severities } from "../../report/index.ts";

/** A severity below which nothing counts; with `never`, nothing does. */
export type Threshold = Severity | "never";

export function isAtLeast(severity: Severity, threshold: Threshold): boolean {
  return threshold !== "never" && severities.indexOf(severity) <= severities.indexOf(threshold);
}
