import {
  bytesOf,
  type Diagnosis,
  type Finding,
  type IfDeleted,
  type MarkedRemedy,
  type Report,
  type Unread,
  type Verdict,
} from "../../model/index.ts";
import { silencedCodes } from "../blind-spots.ts";
import { whole } from "../escape.ts";
import { byKey } from "../group.ts";
import { apiVersion } from "./parts.ts";
import {
  avoidView,
  evidenceView,
  fateView,
  holdView,
  nextView,
  objectView,
  plainText,
  remedyView,
  rootView,
  unreadView,
} from "./parts-of.ts";
import type { DiagnosisView, FindingView, ReportView } from "./report-schema.ts";
import { byteTotals } from "./sums.ts";

/** The report as the public contract has it. */
export function reportView(report: Report): ReportView {
  return reportWith(report, [...findingViews(report)]);
}

/** The same, with the findings as they are passed in. */
export type ReportWith<Findings> = Omit<ReportView, "findings"> & { readonly findings: Findings };

export function reportWith<Findings>(report: Report, findings: Findings): ReportWith<Findings> {
  const silenced = byKey(report.silenced, ({ unread }) => [placeOf(unread)]);
  return {
    apiVersion,
    kind: "Report",
    takenAt: whole(report.takenAt),
    clock: report.clock,
    source: whole(report.source),
    complete: report.unread.length === 0 && report.skipped.length === 0,
    unread: report.unread.map((unread) => ({
      ...unreadView(unread),
      silences: silencedCodes(silenced.get(placeOf(unread)) ?? []).map((code) => whole(code)),
    })),
    skipped: report.skipped.map(whole),
    diagnoses: report.diagnoses.map(diagnosisView),
    findings,
    totals: {
      diagnoses: totals(report),
      findings: severityTotals(report),
      bytes: byteTotals(report.findings),
    },
  };
}

function diagnosisView(diagnosis: Diagnosis): DiagnosisView {
  const { verdict, since, fate, ifDeleted } = diagnosis;
  return {
    object: objectView(diagnosis.object),
    state: whole(diagnosis.state),
    ...(since === undefined ? {} : { since: whole(since) }),
    verdict: {
      category: verdict.category,
      reason: whole(verdict.reason),
      summary: plainText(verdict.summary),
    },
    roots: diagnosis.roots.map(rootView),
    holds: diagnosis.holds.map(holdView),
    ...(fate === undefined ? {} : { fate: fateView(fate) }),
    next: diagnosis.next.map(nextView),
    remedies: diagnosis.remedies.map(remedyView),
    avoid: diagnosis.avoid.map(avoidView),
    ...(ifDeleted === undefined ? {} : { ifDeleted: ifDeletedView(ifDeleted) }),
  };
}

/** One at a time. */
export function* findingViews({ findings }: Report): Iterable<FindingView> {
  for (const finding of findings) yield findingView(finding);
}

export function findingView(finding: Finding): FindingView {
  const { since, storageClass, reason } = finding;
  const bytes = bytesOf(finding);
  return {
    code: whole(finding.code),
    title: whole(finding.title),
    object: objectView(finding.subject),
    severity: finding.severity,
    confidence: finding.confidence,
    message: plainText(finding.message),
    ...(since === undefined ? {} : { since: whole(since) }),
    ...(bytes === undefined ? {} : { bytes }),
    ...(storageClass === undefined ? {} : { storageClass: whole(storageClass) }),
    ...(reason === undefined ? {} : { reason: whole(reason) }),
    cause: whole(finding.cause.id),
    ...(finding.note === undefined ? {} : { note: plainText(finding.note) }),
    evidence: finding.evidence.map(evidenceView),
    remedies: finding.remedies.map((remedy, position) =>
      remedyView({ ...remedy, primary: position === 0 && !isUnseenLoss(remedy) }),
    ),
  };
}

/** A step that may lose data, as far as could be read, is never the primary one. */
function isUnseenLoss({ safety, follows }: MarkedRemedy): boolean {
  return safety === "loses-data" && follows?.unseen !== undefined;
}

function placeOf({ resource, scope }: Unread): string {
  return JSON.stringify([resource, scope]);
}

function severityTotals({ findings }: Report): ReportView["totals"]["findings"] {
  const of = (severity: Finding["severity"]) =>
    findings.filter((finding) => finding.severity === severity).length;
  return { error: of("error"), warning: of("warning"), note: of("note") };
}

function ifDeletedView({ fate, next, stays }: IfDeleted): NonNullable<DiagnosisView["ifDeleted"]> {
  return { ...(fate === undefined ? {} : { fate: fateView(fate) }), next: next.map(nextView), stays };
}

function totals({ diagnoses }: Report): ReportView["totals"]["diagnoses"] {
  const of = (category: Verdict["category"]) =>
    diagnoses.filter(({ verdict }) => verdict.category === category).length;
  return {
    healthy: of("healthy"),
    waiting: of("waiting"),
    blocked: of("blocked"),
    stuck: of("stuck"),
    unknown: of("unknown"),
  };
}
