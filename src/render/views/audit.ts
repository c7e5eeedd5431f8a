import type { AuditReport, Comparison, EarlierFinding } from "../../model/index.ts";
import { silencedCodes } from "../blind-spots.ts";
import { whole } from "../escape.ts";
import { objectView } from "./parts-of.ts";
import { findingView, findingViews, type ReportWith, reportView, reportWith } from "./report.ts";
import type { AuditView, EarlierView, FindingView, ReportView } from "./report-schema.ts";

/** The report of an audit as the public contract has it. */
export function auditView(report: AuditReport): ReportView {
  return { ...reportView(report), audit: aboutAudit(report) };
}

/** The same for a caller that prints one finding after the other: they are never all in memory. */
export function auditStream(report: AuditReport): ReportWith<Iterable<FindingView>> {
  return { ...reportWith(report, findingViews(report)), audit: aboutAudit(report) };
}

function aboutAudit({
  asked,
  silenced,
  ignored,
  changed,
  notLookedAgain,
  comparison,
}: AuditReport): AuditView {
  const silent = silencedCodes(silenced);
  return {
    rules: asked.map(({ code, name, title }) => ({
      code: whole(code),
      name: whole(name),
      title: whole(title),
      silenced: silent.includes(code),
    })),
    ignored: ignored.map(({ finding, by, reason, until }) => ({
      finding: findingView(finding),
      by,
      ...(reason === undefined ? {} : { reason: whole(reason) }),
      ...(until === undefined ? {} : { until: whole(until) }),
    })),
    changed: changed.length,
    notLookedAgain,
    ...(comparison === undefined ? {} : { comparison: comparisonView(comparison) }),
  };
}

function comparisonView(comparison: Comparison): NonNullable<AuditView["comparison"]> {
  const { baseline, takenAt, known, solved, unsure } = comparison;
  return {
    baseline: whole(baseline),
    takenAt: whole(takenAt),
    known,
    solved: solved.map(earlierView),
    unsure: unsure.map(earlierView),
  };
}

function earlierView({ code, subject, severity }: EarlierFinding): EarlierView {
  return { code: whole(code), object: objectView(subject), severity };
}
