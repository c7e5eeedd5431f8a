import type { Finding, Report, Resource, Severity, Silenced, Snapshot, Unread } from "../model/index.ts";
import type { Judgement } from "./judge.ts";
import type { AnyRuleEntry } from "./rule.ts";

/** All judgements as one report: findings with the worst first, and what was silenced in the order of the rules. */
export function auditReport(
  judgements: readonly Judgement[],
  rules: readonly AnyRuleEntry[],
  { takenAt, clock, source, cluster, skipped }: Snapshot,
): Report {
  const silenced = silencedOf(judgements, rules);
  const told = new Set(silenced.map(({ unread }) => unread));
  const unread = judgements.flatMap((each) => each.unread.filter((one) => !isError(one) || told.has(one)));
  return {
    takenAt,
    clock,
    source,
    ...(cluster === undefined ? {} : { cluster }),
    skipped,
    unread: distinct(unread, identity),
    diagnoses: [],
    findings: judgements.flatMap(({ findings }) => findings).sort(worstFirst),
    silenced,
  };
}

/** In the order of the rules and their kinds. Of the errors of a rule over the objects of a kind, the first is told. */
function silencedOf(judgements: readonly Judgement[], rules: readonly AnyRuleEntry[]): readonly Silenced[] {
  const found = new Map<string, Silenced[]>(
    rules.flatMap(({ code, on }) => on.map((resource) => [placeOf(code, resource), []])),
  );
  for (const { resource, silenced } of judgements)
    for (const each of silenced) found.get(placeOf(each.code, resource))?.push(each);
  const all = [...found.values()].flatMap(firstError);
  return distinct(all, ({ code, unread }) => JSON.stringify([code, identity(unread)]));
}

function placeOf(code: string, resource: Resource): string {
  return `${code} ${resource}`;
}

function firstError(silenced: readonly Silenced[]): readonly Silenced[] {
  const first = silenced.find(({ unread }) => isError(unread));
  return silenced.filter((each) => each === first || !isError(each.unread));
}

function isError({ reason }: Unread): boolean {
  return reason === "NotJudged";
}

function identity({ resource, scope }: Unread): string {
  return JSON.stringify([resource, scope]);
}

function distinct<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

const severities: readonly Severity[] = ["error", "warning", "note"];

function worstFirst(a: Finding, b: Finding): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    inOrder(a.code, b.code) ||
    inOrder(a.subject.namespace ?? "", b.subject.namespace ?? "") ||
    inOrder(a.subject.kind, b.subject.kind) ||
    inOrder(a.subject.name, b.subject.name)
  );
}

function inOrder(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
