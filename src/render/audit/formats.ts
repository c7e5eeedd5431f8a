import type { AuditReport, Comparison, EarlierFinding } from "../../model/index.ts";
import { silencedCodes } from "../blind-spots.ts";
import { whole } from "../escape.ts";
import { json, jsonPieces, yaml } from "../machine.ts";
import { nameLines } from "../name-line.ts";
import type { Renderer } from "../renderer.ts";
import { objectView } from "../views/parts-of.ts";
import { findingView, findingViews, type ReportWith, reportView, reportWith } from "../views/report.ts";
import type { AuditView, EarlierView, FindingView, ReportView } from "../views/report-schema.ts";

export const auditJson: Renderer<AuditReport> = {
  name: "json",
  summary: "for programs, as in the published schema",
  render: (report) => json(auditView(report)),
  pieces: (report) => jsonPieces(auditStream(report)),
};

export const auditYaml: Renderer<AuditReport> = {
  name: "yaml",
  summary: "the same as YAML",
  render: (report) => yaml(auditView(report)),
};

export const auditNames: Renderer<AuditReport> = {
  name: "name",
  summary: "the objects with findings, one per line",
  render: ({ findings }) => nameLines(findings.map(({ subject }) => subject)),
};

/** The report of an audit as the public contract has it. */
function auditView(report: AuditReport): ReportView {
  return { ...reportView(report), audit: aboutAudit(report) };
}

/** The same for a caller that prints one finding after the other: they are never all in memory. */
function auditStream(report: AuditReport): ReportWith<Iterable<FindingView>> {
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
