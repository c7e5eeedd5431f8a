import { type AnyRuleEntry, audit, createCluster } from "../../engine/index.ts";
import {
  type AuditReport,
  type Comparison,
  type Finding,
  fingerprintOf,
  type KubeObject,
  nameKey,
  type Report,
  type RuleSummary,
  type Snapshot,
} from "../../model/index.ts";
import { collect } from "../collect.ts";
import { expertise } from "../expertise.ts";
import type { Source } from "../source.ts";
import { compared, earlierIn } from "./baseline.ts";
import { concernsNamespace } from "./concerns.ts";
import { ignoring } from "./ignore.ts";
import { listing } from "./listing.ts";
import { lookAgain } from "./look-again.ts";
import { prefetched } from "./prefetch.ts";
import type { AuditSettings } from "./settings.ts";
import { isEarlierShown, isShown } from "./shown.ts";

/** Asks the rules, looks again at what they found, and leaves out what nobody wants to hear of. */
export async function performed(
  settings: AuditSettings,
  namespace: string | undefined,
  source: Source,
): Promise<AuditReport> {
  const ask = (snapshot: Snapshot) => asked(settings, namespace, snapshot);
  const wide = source.kind === "live" ? listing(source, namespace) : source;
  const first = await collect(ask, await started(settings.rules, namespace, wide), wide);
  const report = sifted(first.made, first.snapshot, settings, namespace);
  if (source.kind !== "live" || report.findings.length === 0) return report;
  const second = await lookAgain(report.findings, first.snapshot, source);
  const again = await collect(ask, second.snapshot, wide);
  const still = stillFound(first.made.findings, again.made.findings, second.looked);
  const changed = report.findings.filter((finding) => !still.some((other) => isSame(finding, other)));
  const notLookedAgain = report.findings.filter(({ subject }) => !second.looked.has(nameKey(subject))).length;
  return {
    ...sifted({ ...again.made, findings: still }, again.snapshot, settings, namespace),
    changed,
    notLookedAgain,
  };
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

function asked(
  { rules, olderThan }: AuditSettings,
  namespace: string | undefined,
  snapshot: Snapshot,
): Report {
  const scope = {
    namespace,
    olderThan,
    ...(namespace === undefined
      ? {}
      : {
          concerns: (object: KubeObject, cluster: ReturnType<typeof createCluster>) =>
            concernsNamespace(object, namespace, cluster),
        }),
  };
  return audit(rules, scope, snapshot, expertise.knowledge, expertise.controllers);
}

/** What was read again counts as it is now: what is no longer so, or is another object by now, is no finding. */
function stillFound(
  before: readonly Finding[],
  after: readonly Finding[],
  looked: ReadonlySet<string>,
): readonly Finding[] {
  const known = new Set(before.map(fingerprintOf));
  const isLooked = ({ subject }: Finding) => looked.has(nameKey(subject));
  return after.filter((finding) =>
    isLooked(finding) ? before.some((other) => isSame(finding, other)) : known.has(fingerprintOf(finding)),
  );
}

function isSame(finding: Finding, other: Finding): boolean {
  return fingerprintOf(finding) === fingerprintOf(other) && finding.subject.uid === other.subject.uid;
}

/** Without what is ignored, not asked for, or known from the baseline. */
function sifted(
  report: Report,
  snapshot: Snapshot,
  settings: AuditSettings,
  namespace: string | undefined,
): AuditReport {
  const cluster = createCluster(snapshot);
  const objectOf = ({ subject }: Finding): KubeObject | undefined => {
    const found = cluster.resolve(subject);
    return found?.state === "found" ? found.object : undefined;
  };
  const now = Date.parse(report.takenAt);
  const sorted = ignoring(report.findings, settings.ignore, settings.rules, objectOf, now);
  const shown = sorted.findings.filter((finding) => isShown(finding, objectOf(finding), settings));
  const { baseline } = settings;
  const earlier = baseline === undefined ? undefined : earlierIn(baseline);
  const comparison = comparisonOf(report, settings, namespace);
  return {
    ...report,
    findings: earlier === undefined ? shown : shown.filter((finding) => earlier(finding) === undefined),
    ignored: sorted.ignored,
    asked: settings.rules.map(summaryOf),
    changed: [],
    notLookedAgain: 0,
    ...(comparison === undefined ? {} : { comparison }),
  };
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

function summaryOf({ code, name, title, severity, doc }: AnyRuleEntry): RuleSummary {
  return { code, name, title, severity, what: doc.what, whatToDo: doc.whatToDo };
}
