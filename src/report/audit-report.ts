import type { ObjectRef } from "../kubernetes/index.ts";
import type { Finding, Severity } from "./finding.ts";
import type { Report } from "./report.ts";

/** A rule, as a reader of its findings needs it. Its texts are pvguard's own words. */
export interface RuleSummary {
  readonly code: string;
  readonly name: string;
  readonly title: string;
  readonly severity: Severity;
  readonly what: string;
  readonly whatToDo: string;
}

/** A finding that a person decided to ignore. */
export interface Ignored {
  readonly finding: Finding;
  readonly by: "annotation" | "config";
  /** Untrusted. */
  readonly reason?: string;
  /** The last moment for which that holds, as it was written. */
  readonly until?: string;
}

/** A finding of an earlier report. */
export interface EarlierFinding {
  readonly code: string;
  readonly subject: ObjectRef;
  readonly severity: Severity;
  readonly storageClass?: string;
}

/** What is different from an earlier report. The findings beside it are only those that are new. */
export interface Comparison {
  /** The file of the earlier report. */
  readonly baseline: string;
  readonly takenAt: string;
  /** Findings that the earlier report has too. */
  readonly known: number;
  readonly solved: readonly EarlierFinding[];
  /** No longer found, but the rule could not look everywhere. */
  readonly unsure: readonly EarlierFinding[];
}

/** How many causes there are by the gravest of their findings. Notes count for nothing. */
export interface Troubles {
  readonly errors: number;
  readonly warnings: number;
}

/** What an audit found, with all that was asked and all that was left out on purpose. */
export interface AuditReport extends Report {
  /** The context of the kubeconfig; absent where one cluster alone is audited. */
  readonly context?: string;
  /** The one namespace that was checked, where a person may not list more. */
  readonly only?: string;
  /** Every rule that was asked, by code. */
  readonly asked: readonly RuleSummary[];
  readonly ignored: readonly Ignored[];
  /** What was found first and was no longer so when its object was read again. */
  readonly changed: readonly Finding[];
  /** How many of the findings were not looked at again, because there are so many. */
  readonly notLookedAgain: number;
  readonly comparison?: Comparison;
  /** Also of what is not shown; absent where the audit was narrowed to some rules or objects. */
  readonly troubles?: Troubles;
  /** Of an input: what is stuck, and no rule found anything about it, for want of what was not read. */
  readonly unjudged?: readonly Unjudged[];
  /** Absent if nothing was deleted so recently. */
  readonly recentDeletions?: RecentDeletions;
  /** Absent if nothing began to wait so recently. */
  readonly recentWaits?: readonly RecentWaits[];
}

/** What is being deleted for less than `--older-than`, so that the rules about deletions said nothing of it. */
export interface RecentDeletions {
  /** In seconds. */
  readonly olderThan: number;
  readonly objects: readonly ObjectRef[];
}

/** How many objects of a kind wait for something, and began so recently that the rules about that said nothing of it. */
export interface RecentWaits {
  readonly kind: string;
  readonly count: number;
}

export interface Unjudged {
  readonly object: ObjectRef;
  /** Terminating, or the phase. */
  readonly state: string;
}
