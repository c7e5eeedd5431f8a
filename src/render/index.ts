import type {
  AuditReport,
  AuditReportList,
  BlockerList,
  DeletionReport,
  FixReport,
  RescueReport,
} from "../report/index.ts";
import { auditCsv, auditListCsv } from "./audit/csv.ts";
import { auditJunit, auditListJunit } from "./audit/junit.ts";
import { auditListMarkdown, auditMarkdown } from "./audit/markdown.ts";
import { auditListNames, auditNames } from "./audit/names.ts";
import { auditOpenReports, auditPolicyReport } from "./audit/policy-report.ts";
import { auditListPrometheus, auditPrometheus } from "./audit/prometheus.ts";
import { auditListSarif, auditSarif } from "./audit/sarif.ts";
import { auditText } from "./card/audit.ts";
import { forSeveral } from "./card/audit-list.ts";
import { planText } from "./fix/text.ts";
import { auditHtml, auditListHtml } from "./html/audit.ts";
import { documentFormats, nameFormat } from "./machine.ts";
import type { Renderer } from "./renderer.ts";
import { deletionText, deletionWide } from "./terminal/before-delete.ts";
import { blockersTable, blockersWide } from "./terminal/blockers.ts";
import { findingsWide } from "./terminal/findings.ts";
import { auditListView, publishedAuditList } from "./views/audit-list.ts";
import { blockersView, publishedBlockers } from "./views/blockers.ts";
import { deletionView, publishedDeletion } from "./views/deletion-report.ts";
import { planView, publishedPlan } from "./views/plan.ts";
import { publishedReport, reportView } from "./views/report.ts";
import { publishedRescue, rescueView } from "./views/rescue.ts";

export { policyReportsOf } from "./audit/policy-report.ts";
export { diskOf } from "./card/rows.ts";
export { changes, changesText, noteText } from "./changes.ts";
export { shown as shortened, whole } from "./escape.ts";
export { contentTypes, type Distribution, type Exposition, expositionFor } from "./exposition.ts";
export { rescueText } from "./fix/rescue.ts";
export { reportFormats } from "./formats.ts";
export { guardRenderers } from "./guard.ts";
export { type GuardAnswer, type GuardFacts, guardMetrics } from "./guard-metrics.ts";
export { aboutMarks, mark, marked, shortenedMarked } from "./marked.ts";
export { pageFile, pageRenderers } from "./pages.ts";
export { reached } from "./reached.ts";
export { plainOptions, type Renderer, type RenderOptions } from "./renderer.ts";
export { type ServeFacts, servedPage, servedPolicy, serveMetrics } from "./served.ts";
export { commandLine } from "./shell.ts";
export { unreadLine } from "./terminal/unread.ts";

/** Every format of an audit. The first is the one without `-o`. */
export const auditRenderers: readonly Renderer<AuditReport>[] = [
  auditText,
  findingsWide,
  ...documentFormats<AuditReport>(reportView),
  auditNames,
  auditCsv,
  auditSarif,
  auditJunit,
  auditPrometheus,
  auditMarkdown,
  auditPolicyReport,
  auditOpenReports,
  auditHtml,
];

/** Every format of the audits of several clusters. The first is the one without `-o`. */
export const auditListRenderers: readonly Renderer<AuditReportList>[] = [
  forSeveral(auditText),
  forSeveral(findingsWide),
  ...documentFormats<AuditReportList>(auditListView),
  auditListNames,
  auditListCsv,
  auditListSarif,
  auditListJunit,
  auditListPrometheus,
  auditListMarkdown,
  auditListHtml,
];

/** Every format of a list of blockers. The first is the one without `-o`. */
export const blockersRenderers: readonly Renderer<BlockerList>[] = [
  blockersTable,
  blockersWide,
  ...documentFormats(blockersView),
  // Only the objects that hold: a person would pass them to the next command.
  nameFormat("the objects that block the deletion, one per line", ({ subjects }) =>
    subjects.flatMap(({ blockers }) =>
      blockers.filter(({ counts }) => counts === "yes").map(({ object }) => object),
    ),
  ),
];

/** Every format of the report of a deletion. The first is the one without `-o`. */
export const deletionRenderers: readonly Renderer<DeletionReport>[] = [
  deletionText,
  deletionWide,
  ...documentFormats(deletionView),
  nameFormat("the objects with which something is lost, or may be", ({ objects }) =>
    objects.filter(({ loses }) => loses !== "nothing").map(({ object }) => object),
  ),
];

/** Every format of a plan. The first is the one without `-o`. */
export const planRenderers: readonly Renderer<FixReport>[] = [
  planText,
  ...documentFormats(planView, "for programs, as in the published schema; can be passed to `--plan`"),
];

/** Every output format of a rescue for programs. For people, each step is printed when it happens. */
export const rescueRenderers: readonly Renderer<RescueReport>[] = documentFormats(rescueView);

/** Every published JSON Schema, by its file name below `docs/schema`. */
export const schemas = {
  "report.v1alpha1.json": publishedReport,
  "auditreportlist.v1alpha1.json": publishedAuditList,
  "blockerlist.v1alpha1.json": publishedBlockers,
  "deletionreport.v1alpha1.json": publishedDeletion,
  "plan.v1alpha1.json": publishedPlan,
  "rescue.v1alpha1.json": publishedRescue,
};
