import type { ClockSource, Unread } from "../cluster/index.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { Finding, Silenced } from "./finding.ts";

export interface Report {
  readonly takenAt: string;
  readonly clock: ClockSource;
  readonly source: string;
  /** The cluster that a file says it came from. Untrusted. */
  readonly cluster?: string;
  /** What would have been needed and was not read. */
  readonly unread: readonly Unread[];
  /** Owners of kinds that pvguard has no definition of, which can still be asked for. */
  readonly owners?: readonly Unread[];
  readonly skipped: readonly string[];
  readonly diagnoses: readonly Diagnosis[];
  /** What the rules of an audit found; empty when no rule was asked. */
  readonly findings: readonly Finding[];
  /** Rules that could not see everything they had to look at. */
  readonly silenced: readonly Silenced[];
}
