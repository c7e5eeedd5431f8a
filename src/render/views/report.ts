import type { Diagnosis, IfDeleted, Report, Verdict } from "../../model/index.ts";
import { whole } from "../escape.ts";
import { apiVersion } from "./parts.ts";
import {
  avoidView,
  fateView,
  holdView,
  nextView,
  objectView,
  plainText,
  remedyView,
  rootView,
  unreadView,
} from "./parts-of.ts";
import type { DiagnosisView, ReportView } from "./report-schema.ts";

/** The report as the public contract has it. */
export function reportView(report: Report): ReportView {
  return {
    apiVersion,
    kind: "Report",
    takenAt: whole(report.takenAt),
    clock: report.clock,
    source: whole(report.source),
    complete: report.unread.length === 0 && report.skipped.length === 0,
    unread: report.unread.map(unreadView),
    skipped: report.skipped.map(whole),
    diagnoses: report.diagnoses.map(diagnosisView),
    findings: [],
    totals: { diagnoses: totals(report), findings: { error: 0, warning: 0, note: 0 } },
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
