import type { ClockSource } from "../../model/index.ts";
import {
  apiVersion,
  avoidSchema,
  evidenceSchema,
  fateSchema,
  holdSchema,
  nextSchema,
  objectSchema,
  remedySchema,
  rootSchema,
  unreadSchema,
  verdictSchema,
} from "./parts.ts";
import {
  choice,
  constant,
  count,
  flag,
  list,
  optional,
  published,
  record,
  text,
  type View,
} from "./schema.ts";

const ifDeletedSchema = record("What would happen if the object were deleted now.", {
  fate: optional(fateSchema),
  next: list("In order.", nextSchema),
  stays: flag("True if the object would still exist after the controllers have done everything they can."),
});

const diagnosisSchema = record("The diagnosis of one object.", {
  object: objectSchema,
  state: text("The state as kubectl shows it: Terminating, or else the phase."),
  since: optional(text("Since when. Absent if the API does not say.")),
  verdict: verdictSchema,
  roots: list("The root causes, the deepest first.", rootSchema),
  holds: list("The cause graph: the holds of the object itself first.", holdSchema),
  fate: optional(fateSchema),
  next: list("In order.", nextSchema),
  remedies: list("The remedies, the safest first.", remedySchema),
  avoid: list("What not to do.", avoidSchema),
  ifDeleted: optional(ifDeletedSchema),
});

const findingSchema = record("One finding of a rule.", {
  code: text("As in `PVG101`; never reused."),
  title: text("What the rule is about."),
  object: objectSchema,
  severity: choice("How serious it is.", ["error", "warning", "note"]),
  confidence: choice("How certain it is.", ["certain", "likely", "unknown"]),
  message: text("For people; may change."),
  since: optional(text("Since when. Absent if the API does not say.")),
  bytes: optional(count("The size of the object. Absent if it is unknown.")),
  storageClass: optional(text("Absent if there is none.")),
  reason: optional(text("The stable reason of the root cause, if the finding is based on a diagnosis.")),
  cause: text("The same for all findings that one action resolves."),
  note: optional(text("An additional remark, for example that the finding was ignored until now.")),
  evidence: list("The facts behind this.", evidenceSchema),
  remedies: list("The remedies, the safest first.", remedySchema),
});

export const clockSchema = choice<ClockSource>("How `takenAt` was chosen.", [
  "live",
  "flag",
  "snapshot",
  "newest-timestamp",
]);

const sumSchema = record("The total for one rule, storage class or namespace.", {
  of: text("The code of the rule, the storage class or the namespace. Empty if the objects have none."),
  objects: count("Number of objects."),
  bytes: count("Total size in bytes."),
});

const totalsSchema = record("The totals.", {
  diagnoses: record("Number of diagnoses by category.", {
    healthy: count("Nothing is wrong."),
    waiting: count("Resolves without action."),
    blocked: count("A person must act."),
    stuck: count("A controller should act."),
    unknown: count("Something that matters could not be read."),
  }),
  findings: record("Number of findings by severity.", {
    error: count("Errors."),
    warning: count("Warnings."),
    note: count("Notes."),
  }),
  bytes: record(
    "The total size of the objects with findings. Each disk counts once: a claim and its volume share one.",
    {
      byCode: list("By rule.", sumSchema),
      byStorageClass: list("By storage class.", sumSchema),
      byNamespace: list("By namespace.", sumSchema),
    },
  ),
});

const ignoredSchema = record("A finding that is ignored on request.", {
  finding: findingSchema,
  by: choice("Where the request to ignore it is written.", ["annotation", "config"]),
  reason: optional(text("Why, as it is written there.")),
  until: optional(text("The last day or time for which it is ignored, as it is written there.")),
});

const earlierSchema = record("A finding of the earlier report.", {
  code: text("As in `PVG101`."),
  object: objectSchema,
  severity: choice("How serious it was.", ["error", "warning", "note"]),
});

const comparisonSchema = record(
  "The differences from an earlier report. `findings` then contains only new findings.",
  {
    baseline: text("The file of the earlier report."),
    takenAt: text("The time of the state that it describes.", "date-time"),
    known: count("Number of findings that the earlier report contains, too."),
    solved: list("Findings of the earlier report that are no longer found.", earlierSchema),
    unsure: list("No longer found, but the rule could not check everything.", earlierSchema),
  },
);

const auditSchema = record("For an audit: which rules were used, and what was left out.", {
  rules: list(
    "Every rule that was used.",
    record("A rule.", {
      code: text("As in `PVG101`; never reused."),
      name: text("In kebab-case."),
      title: text("What the rule is about."),
      silenced: flag(
        "True if the rule could not check everything. No findings then do not mean that there is no problem.",
      ),
    }),
  ),
  ignored: list("The findings that are ignored on request.", ignoredSchema),
  changed: count("Number of findings that were no longer true when they were checked again."),
  notLookedAgain: count("Number of findings that were not checked again, because there are so many."),
  comparison: optional(comparisonSchema),
});

const reportSchema = record("What `kubectl pvguard why` and `audit` print.", {
  apiVersion: constant(apiVersion),
  kind: constant("Report"),
  takenAt: text("The time of the state that is described.", "date-time"),
  clock: clockSchema,
  source: text("The API server, or the files."),
  complete: flag("True if everything that matters was read."),
  unread: list("What was needed but was not read.", unreadSchema),
  skipped: list("Input that was skipped.", text("What was skipped, and why.")),
  diagnoses: list("One for each requested object.", diagnosisSchema),
  findings: list("The findings of the rules.", findingSchema),
  totals: totalsSchema,
  audit: optional(auditSchema),
});

export type AuditView = View<typeof auditSchema>;
export type EarlierView = View<typeof earlierSchema>;
export type ReportView = View<typeof reportSchema>;
export type FindingView = View<typeof findingSchema>;
export type SumView = View<typeof sumSchema>;
export type DiagnosisView = View<typeof diagnosisSchema>;

export const publishedReport = published(
  "https://pvguard.dev/schema/report.v1alpha1.json",
  "pvguard report, v1alpha1",
  reportSchema,
);
