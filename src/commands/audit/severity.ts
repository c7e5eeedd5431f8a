import { type Severity, say, words } from "../../model/index.ts";
import { Failure } from "../failure.ts";
import type { Text } from "../flags/index.ts";
import { nearest } from "../nearest.ts";

/** The worst first. */
export const severities: readonly Severity[] = ["error", "warning", "note"];

/** A severity below which nothing counts; with `never`, nothing does. */
export type Threshold = Severity | "never";

export function isAtLeast(severity: Severity, threshold: Threshold): boolean {
  return threshold !== "never" && severities.indexOf(severity) <= severities.indexOf(threshold);
}

/** The value of a flag that takes one of these; with the nearest when it is none of them. */
export function chosen<V extends string>(value: string, values: readonly V[], flag: Text): V {
  const found = values.find((each) => each === value);
  if (found !== undefined) return found;
  const [meant] = nearest(value, values);
  const hint = meant === undefined ? [] : words(`\n\nDid you mean this?\n\t${meant}`);
  throw new Failure(
    "usage",
    say`error: invalid argument "${value}" for "--${words(flag.name)}" flag: must be one of ${words(values.join(", "))}${hint}`,
  );
}
