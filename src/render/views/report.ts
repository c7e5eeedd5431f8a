import type { Unread } from "../../cluster/index.ts";
import type {
  AuditReport,
  Diagnosis,
  Finding,
  Ignored,
  OfferedRemedy,
  Report,
  RuleSummary,
  Unjudged,
} from "../../report/index.ts";
import { bytesOf } from "../../report/index.ts";
import type { Sum } from "../amounts.ts";
import { divisions, sumsBy } from "../amounts.ts";
import { byKey } from "../group.ts";
import { silencedCodes } from "../terminal/unread.ts";
import { comparisonSchema } from "./comparison.ts";
import { fateSchema } from "./fate.ts";
import { ifDeletedSchema } from "./if-deleted.ts";
import {
  choice,
  constant,
  count,
  flag,
  from,
  list,
  longList,
  optional,
  published,
  record,
  text,
} from "./schema.ts";
import { scoreFields } from "./score.ts";
import {
  apiVersion,
  avoidSchema,
  evidenceSchema,
  forPeople,
  holdSchema,
  nextSchema,
  objectSchema,
  remedySchema,
  rootSchema,
  unreadSchema,
  verdictSchema,
} from "./shared.ts";

const diagnosisSchema = record<Diagnosis>("The diagnosis of one object.", {
  object: objectSchema,
  partOf: optional(objectSchema),
  state: text("The state as kubectl shows it: Terminating, or else the phase."),
  since: optional(text("Since when. Absent if the API does not say.")),
  verdict: verdictSchema,
  roots: from(
    ({ roots }) => roots.map((root) => ({ ...root, ...root.holder })),
    list("The root causes, the deepest first.", rootSchema),
  ),
  holds: list("The cause graph: the holds of the object itself first.", holdSchema),
  fate: optional(fateSchema),
  next: list("In order.", nextSchema),
  remedies: list("The remedies, the safest first.", remedySchema),
  avoid: list("What not to do.", avoidSchema),
  ifDeleted: optional(ifDeletedSchema),
});

type FoundIn = Finding & Pick<AuditReport, "context">;

const contextSchema = optional(
  text("The context of the kubeconfig. Only in the report of several clusters."),
);

const findingSchema = record<FoundIn>("One finding of a rule.", {
  context: contextSchema,
  code: text("As in `PVG101`; never reused."),
  title: text("What the rule is about."),
  object: from(({ subject }) => subject, objectSchema),
  severity: choice("How serious it is.", ["error", "warning", "note"]),
  confidence: choice("How certain it is.", ["certain", "likely", "unknown"]),
  message: forPeople,
  since: optional(text("Since when. Absent if the API does not say.")),
  bytes: from(bytesOf, optional(count("The size of the object. Absent if it is unknown."))),
  storageClass: optional(text("Absent if there is none.")),
  reason: optional(text("The stable reason of the root cause, if the finding is based on a diagnosis.")),
  cause: from(({ cause }) => cause.id, text("The same for all findings that one action resolves.")),
  note: optional(text("An additional remark, for example that the finding was ignored until now.")),
  file: from(({ place }) => place?.file, optional(text("The file of the manifest. Absent for a cluster."))),
  line: from(({ place }) => place?.line, optional(count("The line where its YAML document begins, from 1."))),
  evidence: list("The facts behind this.", evidenceSchema),
  remedies: from(offered, list("The remedies, the safest first.", remedySchema)),
});

/** The first is the primary one, but for a step that may lose data, as far as could be read. */
function offered({ remedies }: Finding): readonly OfferedRemedy[] {
  return remedies.map((remedy, position) => {
    const isUnseenLoss = remedy.safety === "loses-data" && remedy.follows?.unseen !== undefined;
    return { ...remedy, primary: position === 0 && !isUnseenLoss };
  });
}

const clocks = ["live", "flag", "snapshot", "newest-timestamp", "manifests"] as const;
export const clockSchema = choice("How `takenAt` was chosen.", clocks);

const sumSchema = record<Sum>("The total for one rule, storage class or namespace.", {
  of: text("The code of the rule, the storage class or the namespace. Empty if the objects have none."),
  objects: count("Number of objects."),
  bytes: count("Total size in bytes."),
});

function counted<N extends string>(names: readonly N[], none: Record<N, number>): Record<N, number> {
  const counts = { ...none };
  for (const name of names) counts[name] += 1;
  return counts;
}

const noDiagnosis = { healthy: 0, waiting: 0, blocked: 0, stuck: 0, unknown: 0 };
const noFinding = { error: 0, warning: 0, note: 0 };

const totalsSchema = record<Report>("The totals.", {
  diagnoses: from(
    ({ diagnoses }) =>
      counted(
        diagnoses.map(({ verdict }) => verdict.category),
        noDiagnosis,
      ),
    record<typeof noDiagnosis>("Number of diagnoses by category.", {
      healthy: count("Nothing is wrong."),
      waiting: count("Resolves without action."),
      blocked: count("A person must act."),
      stuck: count("A controller should act."),
      unknown: count("Something that matters could not be read."),
    }),
  ),
  findings: from(
    ({ findings }) =>
      counted(
        findings.map(({ severity }) => severity),
        noFinding,
      ),
    record<typeof noFinding>("Number of findings by severity.", {
      error: count("Errors."),
      warning: count("Warnings."),
      note: count("Notes."),
    }),
  ),
  bytes: from(
    (report) => report,
    record<Pick<Report, "findings">>(
      "The total size of the objects with findings. Each disk counts once: a claim and its volume share one.",
      {
        byCode: from(sumsBy(divisions.code), list("By rule.", sumSchema)),
        byStorageClass: from(sumsBy(divisions.storageClass), list("By storage class.", sumSchema)),
        byNamespace: from(sumsBy(divisions.namespace), list("By namespace.", sumSchema)),
      },
    ),
  ),
});

const ignoredSchema = record<Ignored>("A finding that is ignored on request.", {
  finding: findingSchema,
  by: choice("Where the request to ignore it is written.", ["annotation", "config"]),
  reason: optional(text("Why, as it is written there.")),
  until: optional(text("The last day or time for which it is ignored, as it is written there.")),
});

const unjudgedSchema = record<Unjudged>("A stuck object about which no rule could find anything.", {
  object: objectSchema,
  state: text("Terminating, or the phase."),
});

const auditSchema = record<AuditReport>("For an audit: which rules were used, and what was left out.", {
  rules: from(
    ({ asked, silenced }) => {
      const silent = new Set(silencedCodes(silenced));
      return asked.map((rule) => ({ ...rule, silenced: silent.has(rule.code) }));
    },
    list(
      "Every rule that was used.",
      record<RuleSummary & { readonly silenced: boolean }>("A rule.", {
        code: text("As in `PVG101`; never reused."),
        name: text("In kebab-case."),
        title: text("What the rule is about."),
        silenced: flag(
          "True if the rule could not check everything. No findings then do not mean that there is no problem.",
        ),
      }),
    ),
  ),
  ignored: list("The findings that are ignored on request.", ignoredSchema),
  changed: from(
    ({ changed }) => changed.length,
    count("Number of findings that were no longer true when they were checked again."),
  ),
  notLookedAgain: count("Number of findings that were not checked again, because there are so many."),
  comparison: optional(comparisonSchema),
  unjudged: from(
    ({ unjudged }) => (unjudged?.length === 0 ? undefined : unjudged),
    optional(list("Stuck objects that the files say too little about. Absent if none.", unjudgedSchema)),
  ),
  ...scoreFields,
});

const isAudit = (report: Report): report is AuditReport => "asked" in report;

export const reportSchema = record<Report>("What `kubectl pvguard why` and `audit` print.", {
  apiVersion: constant(apiVersion),
  kind: constant("Report"),
  takenAt: text("The time of the state that is described.", "date-time"),
  clock: clockSchema,
  context: from(contextOf, contextSchema),
  source: text("The API server, or the files."),
  complete: from(isComplete, flag("True if everything that matters was read.")),
  unread: from(withSilenced, list("What was needed but was not read.", unreadSchema)),
  skipped: list("Input that was skipped.", text("What was skipped, and why.")),
  diagnoses: list("One for each requested object.", diagnosisSchema),
  findings: from(foundIn, longList("The findings of the rules.", findingSchema)),
  totals: from((report) => report, totalsSchema),
  audit: from((report) => (isAudit(report) ? report : undefined), optional(auditSchema)),
});

function contextOf(report: Report): string | undefined {
  return isAudit(report) ? report.context : undefined;
}

/** Who takes the findings of several clusters out of their reports still knows which is where. */
function foundIn(report: Report): readonly FoundIn[] {
  const context = contextOf(report);
  return report.findings.map((finding) => (context === undefined ? finding : { ...finding, context }));
}

/** Not everything could be seen where something was not read, or was skipped. */
export function isComplete({ unread, skipped }: Pick<Report, "unread" | "skipped">): boolean {
  return unread.length === 0 && skipped.length === 0;
}

function withSilenced({
  unread,
  silenced,
}: Report): readonly (Unread & { readonly silences: readonly string[] })[] {
  const placeOf = ({ resource, scope }: Unread) => JSON.stringify([resource, scope]);
  const byPlace = byKey(silenced, (each) => [placeOf(each.unread)]);
  return unread.map((each) => ({ ...each, silences: silencedCodes(byPlace.get(placeOf(each)) ?? []) }));
}

/** The report as the public contract has it. */
export const reportView = reportSchema.view;

export const publishedReport = published("report", "report", reportSchema);
