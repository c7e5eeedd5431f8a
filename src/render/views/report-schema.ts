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
  stays: flag("Still there when no controller has anything left to do."),
});

const diagnosisSchema = record("Why one object is as it is.", {
  object: objectSchema,
  state: text("As an operator would say it: Terminating before any phase."),
  since: optional(text("Absent where the API does not say.")),
  verdict: verdictSchema,
  roots: list("Deepest first.", rootSchema),
  holds: list("The cause graph: those of the object itself first.", holdSchema),
  fate: optional(fateSchema),
  next: list("In order.", nextSchema),
  remedies: list("The safest first.", remedySchema),
  avoid: list("What not to do.", avoidSchema),
  ifDeleted: optional(ifDeletedSchema),
});

const findingSchema = record("What a rule found.", {
  code: text("As in `PVG101`; never reused."),
  title: text("What the rule is about."),
  object: objectSchema,
  severity: choice("How bad it is.", ["error", "warning", "note"]),
  confidence: choice("How sure it is.", ["certain", "likely", "unknown"]),
  message: text("For people; may change."),
  since: optional(text("Absent where the API does not say.")),
  bytes: optional(count("What it takes up; absent where that is not known.")),
  storageClass: optional(text("Absent where there is none.")),
  reason: optional(text("The stable reason of the root cause, where the finding rests on a diagnosis.")),
  cause: text("Equal for all findings that one action ends."),
  note: optional(text("What else there is to know, such as that it was ignored until now.")),
  evidence: list("What says so.", evidenceSchema),
  remedies: list("The safest first.", remedySchema),
});

export const clockSchema = choice<ClockSource>("How `takenAt` was chosen.", [
  "live",
  "flag",
  "snapshot",
  "newest-timestamp",
]);

const sumSchema = record("How much there is of one thing.", {
  of: text("The rule's code, the storage class or the namespace; empty where an object has none."),
  objects: count("Objects."),
  bytes: count("Bytes."),
});

const totalsSchema = record("How many of each.", {
  diagnoses: record("By category.", {
    healthy: count("Nothing is wrong."),
    waiting: count("Resolves by itself."),
    blocked: count("Somebody must act."),
    stuck: count("A controller should act."),
    unknown: count("Could not tell."),
  }),
  findings: record("By severity.", {
    error: count("Errors."),
    warning: count("Warnings."),
    note: count("Notes."),
  }),
  bytes: record("What the findings' objects take up, each disk once: a claim and its volume have one.", {
    byCode: list("By rule.", sumSchema),
    byStorageClass: list("By storage class.", sumSchema),
    byNamespace: list("By namespace.", sumSchema),
  }),
});

const ignoredSchema = record("A finding that somebody asked to ignore.", {
  finding: findingSchema,
  by: choice("Where that is written.", ["annotation", "config"]),
  reason: optional(text("Why, in the words of who wrote it.")),
  until: optional(text("The last day, or the moment, for which that holds.")),
});

const earlierSchema = record("A finding of the earlier report.", {
  code: text("As in `PVG101`."),
  object: objectSchema,
  severity: choice("How bad it was.", ["error", "warning", "note"]),
});

const comparisonSchema = record(
  "What is different from an earlier report. `findings` has only what is new.",
  {
    baseline: text("The file of the earlier report."),
    takenAt: text("The moment for which that stands.", "date-time"),
    known: count("Findings of the earlier report that are still there."),
    solved: list("Not found any more.", earlierSchema),
    unsure: list("Not found any more, but the rule could not look everywhere.", earlierSchema),
  },
);

const auditSchema = record("Of an audit: what was asked, and what was left out.", {
  rules: list(
    "Every rule that was asked.",
    record("A rule.", {
      code: text("As in `PVG101`; never reused."),
      name: text("In kebab-case."),
      title: text("What it is about."),
      silenced: flag("It could not look everywhere: that it found nothing means nothing."),
    }),
  ),
  ignored: list("What somebody asked to ignore.", ignoredSchema),
  changed: count("Found first, and no longer so when looked at again."),
  notLookedAgain: count("Findings that were not looked at again, because there are so many."),
  comparison: optional(comparisonSchema),
});

const reportSchema = record("What `kubectl pvguard why` and `audit` print.", {
  apiVersion: constant(apiVersion),
  kind: constant("Report"),
  takenAt: text("The moment for which all of this stands.", "date-time"),
  clock: clockSchema,
  source: text("The server, or the files."),
  complete: flag("Everything that mattered was read."),
  unread: list("What was needed and was not read.", unreadSchema),
  skipped: list("Input that was passed over.", text("Which, and why.")),
  diagnoses: list("One for each object that was asked about.", diagnosisSchema),
  findings: list("What the rules found.", findingSchema),
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
