import type { AuditReport, Score } from "../../report/index.ts";
import { scoreOf } from "../../report/index.ts";
import { count, from, optional, record } from "./schema.ts";
import { recentFields } from "./shared.ts";

const scoreSchema = record<Score>("The score. Absent if the audit was narrowed to some rules or objects.", {
  value: optional(count("From 0 to 100, the best. Absent if not everything was checked.")),
  errors: count("Number of causes with an error."),
  warnings: count("Number of other causes with a warning."),
  notYet: count("Number of objects that are too new to be checked, and are not counted."),
});

/** The score of an audit, and what is too new to count for it. */
export const scoreFields = {
  score: from((report: AuditReport) => scoreOf(report), optional(scoreSchema)),
  ...recentFields,
};
