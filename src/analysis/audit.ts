import type { Snapshot, Unread } from "../cluster/index.ts";
import type { AnyRuleEntry, Knowledge } from "../define/index.ts";
import type { ObjectRef, Resource } from "../kubernetes/index.ts";
import { distinct, inOrder } from "../kubernetes/index.ts";
import type { Finding, Report, Silenced } from "../report/index.ts";
import { severities } from "../report/index.ts";
import type { Interruptible } from "./interruptible.ts";
import { allOf } from "./interruptible.ts";
import type { AuditScope, Judge, Judgement, Pass } from "./judge.ts";
import { createJudge } from "./judge.ts";
import { origin, unreadKey } from "./report.ts";

export type { AuditScope, Pass } from "./judge.ts";

/** Audits a snapshot, one step for each object that the rules are asked about, so that it can be interrupted. */
export type Auditor = (snapshot: Snapshot, pass?: Pass) => Interruptible<Report>;

/** Asks each rule about each object of its kinds. */
export function audit(
  rules: readonly AnyRuleEntry[],
  scope: AuditScope,
  snapshot: Snapshot,
  knowledge: Knowledge,
): Report {
  return allOf(auditor(rules, scope, knowledge)(snapshot));
}

/** Of a kind, or of an object: by all rules on it, by those that are named, or by those that judged it before. */
type Question =
  | { readonly resource: Resource; readonly object: undefined }
  | { readonly object: ObjectRef; readonly rules?: readonly AnyRuleEntry[] }
  | Judgement;

/**
 * Audits snapshots of which each has what the one before it had, and more: what had asked for something that was not
 * collected is judged again, and the rest stands.
 *
 * @param only the objects to be judged; unless given, all that there are
 */
export function auditor(
  rules: readonly AnyRuleEntry[],
  scope: AuditScope,
  knowledge: Knowledge,
  only?: readonly ObjectRef[],
): Auditor {
  const resources = [...new Set(rules.flatMap(({ on }) => on))];
  const lists = resources.map((resource) => ({ resource, object: undefined }));
  const first: readonly Question[] = only?.map((object) => ({ object })) ?? lists;
  let before: readonly Judgement[] | undefined;
  return function* (snapshot, pass = "whole") {
    const judge = createJudge({ rules, scope, knowledge }, snapshot, pass);
    const judgements: Judgement[] = [];
    for (const question of before ?? first) {
      if (stands(question)) judgements.push(question);
      else {
        for (const judgement of answers(question, judge)) {
          if (judgement !== undefined) judgements.push(judgement);
          yield;
        }
      }
    }
    before = judgements;
    return auditReport(judgements, rules, snapshot);
  };
}

function stands(question: Question): question is Judgement {
  return "unread" in question && !question.unread.some(({ reason }) => reason === "NotCollected");
}

/** Of whom a rule could find nothing before, it finds nothing in more of the same. */
function* answers(question: Question, judge: Judge): Iterable<Judgement | undefined> {
  if (question.object === undefined) yield* judge.list(question.resource);
  else yield judge.object(question.object, question.rules);
}

/** All judgements as one report: findings with the worst first, and what was silenced in the order of the rules. */
function auditReport(
  judgements: readonly Judgement[],
  rules: readonly AnyRuleEntry[],
  snapshot: Snapshot,
): Report {
  const silenced = silencedOf(judgements, rules);
  const told = new Set(silenced.map(({ unread }) => unread));
  const unread = judgements.flatMap((each) => each.unread.filter((one) => !isError(one) || told.has(one)));
  return {
    ...origin(snapshot),
    unread: distinct(unread, unreadKey),
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
  return distinct(all, ({ code, unread }) => JSON.stringify([code, unreadKey(unread)]));
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

function worstFirst(a: Finding, b: Finding): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    inOrder(a.code, b.code) ||
    inOrder(a.subject.namespace ?? "", b.subject.namespace ?? "") ||
    inOrder(a.subject.kind, b.subject.kind) ||
    inOrder(a.subject.name, b.subject.name)
  );
}
