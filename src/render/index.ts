import type { AuditReport, BlockerList, FixReport, RescueReport } from "../model/index.ts";
import { auditCsv } from "./audit/csv.ts";
import { auditJson, auditNames, auditYaml } from "./audit/formats.ts";
import { auditJunit } from "./audit/junit.ts";
import { auditMarkdown } from "./audit/markdown.ts";
import { auditPrometheus } from "./audit/prometheus.ts";
import { auditSarif } from "./audit/sarif.ts";
import { blockersJson, blockersNames, blockersYaml } from "./blockers/formats.ts";
import { blockersTable, blockersWide } from "./blockers/table.ts";
import { auditText } from "./card/audit.ts";
import { planJson, planYaml } from "./fix/formats.ts";
import { planText } from "./fix/text.ts";
import type { Renderer } from "./renderer.ts";
import { rescueJson, rescueYaml } from "./rescue/formats.ts";
import { findingsWide } from "./terminal/findings.ts";
import { publishedBlockers } from "./views/blockers-schema.ts";
import { publishedPlan } from "./views/plan-schema.ts";
import { publishedReport } from "./views/report-schema.ts";
import { publishedRescue } from "./views/rescue-schema.ts";

export { changes, changesText } from "./changes.ts";
export { commandLine } from "./command-line.ts";
export { whole } from "./escape.ts";
export { reportFormats } from "./formats.ts";
export { pageFile, pageRenderers } from "./pages/index.ts";
export { type Reach, reached } from "./reached.ts";
export { plainOptions, type Renderer, type RenderOptions } from "./renderer.ts";
export { rescueText } from "./rescue/text.ts";

/** Every format of an audit. The first is the one without `-o`. */
export const auditRenderers: readonly Renderer<AuditReport>[] = [
  auditText,
  findingsWide,
  auditJson,
  auditYaml,
  auditNames,
  auditCsv,
  auditSarif,
  auditJunit,
  auditPrometheus,
  auditMarkdown,
];

/** Every format of a list of blockers. The first is the one without `-o`. */
export const blockersRenderers: readonly Renderer<BlockerList>[] = [
  blockersTable,
  blockersWide,
  blockersJson,
  blockersYaml,
  blockersNames,
];

/** Every format of a plan. The first is the one without `-o`. */
export const planRenderers: readonly Renderer<FixReport>[] = [planText, planJson, planYaml];

/** Every output format of a rescue for programs. For people, each step is printed when it happens. */
export const rescueRenderers: readonly Renderer<RescueReport>[] = [rescueJson, rescueYaml];

/** Every published JSON Schema, by its file name below `docs/schema`. */
export const schemas = {
  "report.v1alpha1.json": publishedReport,
  "blockerlist.v1alpha1.json": publishedBlockers,
  "plan.v1alpha1.json": publishedPlan,
  "rescue.v1alpha1.json": publishedRescue,
};
