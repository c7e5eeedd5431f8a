import type { AnyController, ObjectRef, Report, Resource, Snapshot } from "../model/index.ts";
import { auditReport } from "./audit-report.ts";
import type { Knowledge } from "./define.ts";
import { allOf, type Steps } from "./each-object.ts";
import { type AuditScope, createJudge, type Judge, type Judgement, type Pass } from "./judge.ts";
import type { AnyRuleEntry } from "./rule.ts";

export type { AuditScope, Pass } from "./judge.ts";

/** A step for each object that the rules are asked about. */
export type Auditor = (snapshot: Snapshot, pass?: Pass) => Steps<Report>;

/** Asks each rule about each object of its kinds. */
export function audit(
  rules: readonly AnyRuleEntry[],
  scope: AuditScope,
  snapshot: Snapshot,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Report {
  return allOf(auditor(rules, scope, knowledge, controllers)(snapshot));
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
  controllers: readonly AnyController[],
  only?: readonly ObjectRef[],
): Auditor {
  const resources = [...new Set(rules.flatMap(({ on }) => on))];
  const lists = resources.map((resource) => ({ resource, object: undefined }));
  const first: readonly Question[] = only?.map((object) => ({ object })) ?? lists;
  let before: readonly Judgement[] | undefined;
  return function* (snapshot, pass = "whole") {
    const judge = createJudge(rules, scope, snapshot, knowledge, controllers, pass);
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
