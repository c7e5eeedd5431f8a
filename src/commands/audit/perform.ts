import type { Auditor, Pass } from "../../analysis/index.ts";
import { auditor, withRootCauses } from "../../analysis/index.ts";
import type { Cluster, Demand, Reading, Snapshot } from "../../cluster/index.ts";
import type { AnyRuleEntry } from "../../define/index.ts";
import { knowledge } from "../../knowledge.ts";
import type { KubeObject, ObjectRef, Resource } from "../../kubernetes/index.ts";
import { kindOf, nameKey } from "../../kubernetes/index.ts";
import type {
  AuditReport,
  Comparison,
  Finding,
  Report,
  RuleSummary,
  Severity,
  Troubles,
} from "../../report/index.ts";
import { fingerprintOf } from "../../report/index.ts";
import type { Collected } from "../asking/collect.ts";
import { collect, inTurns } from "../asking/collect.ts";
import { concernsNamespace } from "../resources.ts";
import type { Source } from "../sources/source.ts";
import type { Surroundings } from "../surroundings.ts";
import { compared, earlierIn } from "./baseline.ts";
import { ignoring } from "./ignore.ts";
import { listing } from "./listing.ts";
import { lookAgain } from "./look-again.ts";
import type { Narrowed } from "./narrowed.ts";
import type { AuditSettings } from "./settings.ts";
import { isEarlierShown, isShown, Subjects } from "./subjects.ts";
import { unjudgedIn } from "./unjudged.ts";

interface Performed {
  readonly report: AuditReport;
  /** What was read for it at first, and what could not be. */
  readonly readings: readonly Reading[];
}

interface AuditRun {
  readonly settings: AuditSettings;
  readonly source: Source;
  readonly rest: Surroundings["rest"];
  /** What it is narrowed to; `undefined` for all. */
  readonly narrowed: Narrowed | undefined;
}

/** Asks the rules, looks again at what they found, and leaves out what is to be ignored. */
export async function performed(run: AuditRun, namespace: string | undefined): Promise<Performed> {
  const { settings, source, rest, narrowed } = run;
  const subjects = new Subjects(settings);
  const ask = asked(run, namespace, subjects);
  const wide = source.kind === "live" ? listing(source, namespace) : source;
  const first = await answered(ask, await started(settings.rules, namespace, wide), wide, rest);
  const report = sifted(first.made, subjects, run, namespace);
  const { readings } = first.snapshot;
  if (source.kind === "input" && narrowed === undefined && asksForAll(settings)) {
    const unjudged = unjudgedIn(first.snapshot, first.made, namespace, settings.olderThan);
    return { report: { ...report, unjudged }, readings };
  }
  if (source.kind !== "live" || report.findings.length === 0) return { report, readings };
  const second = await lookAgain(report.findings, first.snapshot, subjects, source);
  const notLookedAgain = report.findings.filter(({ subject }) => !second.looked.has(nameKey(subject))).length;
  if (second.news === "none") return { report: { ...report, notLookedAgain }, readings };
  const askAgain = asked(run, namespace, subjects, [...second.looked.values()]);
  const again = await answered(askAgain, second.snapshot, wide, rest);
  const still = stillFound(first.made.findings, again.made.findings, second.looked);
  const identities = new Set(still.map(identityOf));
  const changed = report.findings.filter((finding) => !identities.has(identityOf(finding)));
  const now = sifted(joined(first.made, again.made, still), subjects, run, namespace);
  return { report: { ...now, changed, notLookedAgain }, readings };
}

/** Who asks some rules alone, or about some objects alone, is told of nothing else. */
function asksForAll({ rules, labels, storageClasses }: AuditSettings): boolean {
  if (labels !== undefined || storageClasses.length > 0) return false;
  return knowledge.rules.every((rule) => rule.onlyWith !== undefined || rules.includes(rule));
}

/** As long as more can come, what is not whole yet is only a draft. */
async function answered(
  ask: Auditor,
  known: Snapshot,
  source: Source,
  rest: Surroundings["rest"],
): Promise<Collected<Report>> {
  const inPass = (pass: Pass) => inTurns((snapshot) => ask(snapshot, pass), rest);
  const { made, snapshot } = await collect(inPass("draft"), known, source);
  const isDraft = made.unread.some(({ reason }) => reason === "NotCollected");
  return { made: isDraft ? await inPass("whole")(snapshot) : made, snapshot };
}

async function started(
  rules: readonly AnyRuleEntry[],
  namespace: string | undefined,
  source: Source,
): Promise<Snapshot> {
  if (source.kind !== "live") return source.start();
  const { readings, skipped } = await source.collect(prefetched(rules, namespace));
  // Only now the difference between the server's clock and ours is known.
  const start = source.start();
  return { ...start, readings: [...start.readings, ...readings], skipped: [...start.skipped, ...skipped] };
}

/** @param only the objects to be judged; unless given, all that lie in the scope */
function asked(
  { settings: { rules, olderThan, chains }, narrowed }: AuditRun,
  namespace: string | undefined,
  subjects: Subjects,
  only?: readonly ObjectRef[],
): Auditor {
  const onFound = (object: KubeObject) => subjects.note(object);
  const inScope = namespace === undefined ? [] : [within(namespace)];
  const tests = narrowed === undefined ? inScope : [...inScope, narrowed];
  const concerns = (object: KubeObject, cluster: Cluster) => tests.every((test) => test(object, cluster));
  const onRecent = (object: KubeObject) => subjects.noteRecent(object);
  const onWaiting = (object: KubeObject) => subjects.noteWaiting(object);
  const hears = { onFound, onRecent, onWaiting };
  const scope = { namespace, olderThan, chains, ...hears, ...(tests.length === 0 ? {} : { concerns }) };
  return auditor(rules, scope, knowledge, only);
}

function within(namespace: string) {
  return (object: KubeObject, cluster: Cluster) => concernsNamespace(object, namespace, cluster);
}

/** The first report with what the second look found. What one of them could not see was not seen. */
function joined(first: Report, second: Report, findings: readonly Finding[]): Report {
  const distinct = <T>(items: readonly T[]) => [
    ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
  ];
  return {
    ...first,
    findings,
    unread: distinct([...first.unread, ...second.unread]),
    silenced: distinct([...first.silenced, ...second.silenced]),
    skipped: distinct([...first.skipped, ...second.skipped]),
  };
}

/** What was read again counts as it is now: what is no longer so, or is another object by now, is no finding. */
function stillFound(
  before: readonly Finding[],
  after: readonly Finding[],
  looked: ReadonlyMap<string, ObjectRef>,
): readonly Finding[] {
  const now = new Map<string, Finding[]>();
  for (const finding of after) {
    const key = identityOf(finding);
    now.set(key, [...(now.get(key) ?? []), finding]);
  }
  return before.flatMap((finding) =>
    looked.has(nameKey(finding.subject)) ? (now.get(identityOf(finding))?.shift() ?? []) : [finding],
  );
}

/** The same thing about the same object. */
function identityOf(finding: Finding): string {
  return JSON.stringify([fingerprintOf(finding), finding.subject.uid]);
}

/** Without what is ignored, not asked for, or known from the baseline. */
function sifted(
  report: Report,
  subjects: Subjects,
  { settings, narrowed }: AuditRun,
  namespace: string | undefined,
): AuditReport {
  const subjectOf = ({ subject }: Finding) => subjects.get(subject);
  const now = Date.parse(report.takenAt);
  const sorted = ignoring(report.findings, settings, subjectOf, now);
  const shown = sorted.findings.filter((finding) => isShown(finding, subjectOf(finding), settings));
  const { baseline } = settings;
  const earlier = baseline === undefined ? undefined : earlierIn(baseline);
  const comparison = comparisonOf(report, settings, namespace);
  const recentDeletions = subjects.recentDeletions(settings);
  const recentWaits = subjects.recentWaits(settings);
  return {
    ...report,
    findings: withRootCauses(
      earlier === undefined ? shown : shown.filter((finding) => earlier(finding) === undefined),
    ),
    ignored: sorted.ignored,
    asked: settings.rules.map(summaryOf),
    changed: [],
    notLookedAgain: 0,
    ...(narrowed === undefined && asksForAll(settings) ? { troubles: troublesIn(sorted.findings) } : {}),
    ...(comparison === undefined ? {} : { comparison }),
    ...(recentDeletions === undefined ? {} : { recentDeletions }),
    ...(recentWaits.length === 0 ? {} : { recentWaits }),
  };
}

function troublesIn(findings: readonly Finding[]): Troubles {
  const causesOf = (severity: Severity) =>
    new Set(all.filter((finding) => finding.severity === severity).map(({ cause }) => cause.id));
  const all = withRootCauses(findings);
  const errors = causesOf("error");
  const warnings = [...causesOf("warning")].filter((id) => !errors.has(id));
  return { errors: errors.size, warnings: warnings.length };
}

function comparisonOf(
  { findings, silenced }: Report,
  settings: AuditSettings,
  namespace: string | undefined,
): Comparison | undefined {
  if (settings.baseline === undefined) return undefined;
  return compared(settings.baseline, {
    all: findings,
    askedCodes: new Set<string>(settings.rules.map(({ code }) => code)),
    silencedCodes: new Set(silenced.map(({ code }) => code)),
    isShown: (finding) => isEarlierShown(finding, settings, namespace),
  });
}

function summaryOf({ code, name, title, severity, what, whatToDo }: AnyRuleEntry): RuleSummary {
  return { code, name, title, severity, what, whatToDo };
}

/**
 * The lists that the rules say they need. They are asked for together, so that the source can read the pods last, and so
 * that the rules need not be asked again and again. Events are asked for later, of few objects, capacities only where the
 * scheduler speaks of them, and webhooks and policies only where a refusal is quoted.
 */
function prefetched(rules: readonly AnyRuleEntry[], namespace: string | undefined): readonly Demand[] {
  const needed = rules.flatMap(({ on, needs }): readonly Resource[] => [...on, ...needs]);
  const wanted = new Set(needed.filter((resource) => !askedForLater.has(resource)));
  return [...wanted].map((resource) => ({
    resource,
    scope:
      namespace === undefined || !kindOf(resource).namespaced
        ? { of: "cluster" }
        : { of: "namespace", namespace },
  }));
}

const askedForLater: ReadonlySet<Resource> = new Set([
  "v1/events",
  "storage.k8s.io/v1/csistoragecapacities",
  "admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
  "admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
  "admissionregistration.k8s.io/v1/validatingadmissionpolicies",
  "admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
]);
