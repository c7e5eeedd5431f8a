import type { Part, Resource } from "../model/index.ts";
import type { Condition, Either } from "./condition.ts";
import { always, type Conditions, type Holds, never } from "./conditions.ts";
import type { Objects } from "./objects.ts";
import type { AnyRuleEntry } from "./rule.ts";

/** A rule, and what must still hold for it to be asked. */
interface Question {
  readonly rule: AnyRuleEntry;
  readonly holds: readonly Holds[];
}

/**
 * Which rules are to be asked about the object at each place of a kind. Most objects are in the same parts as many others:
 * what remains to be looked at is found out once for all of them.
 */
export function questionsOf(
  resource: Resource,
  rules: readonly AnyRuleEntry[],
  objects: Objects,
  conditions: Conditions,
): (place: number) => readonly AnyRuleEntry[] {
  const columns = objects.columns();
  const parts = columns?.parts ?? [];
  const known = new Map<number, readonly Question[]>();

  function questionsFor(bits: number): readonly Question[] {
    const questions = rules.flatMap((rule) => {
      const left = remaining(rule.only ?? [], parts, bits);
      const holds = left.map((condition) => conditions.where(condition, resource));
      return holds.includes(never) ? [] : [{ rule, holds: holds.filter((each) => each !== always) }];
    });
    known.set(bits, questions);
    return questions;
  }

  return (place) => {
    const bits = columns?.partBits?.(place) ?? 0;
    const questions = known.get(bits) ?? questionsFor(bits);
    return questions.length === 0 ? none : asked(questions, place);
  };
}

const none: readonly AnyRuleEntry[] = [];

function asked(questions: readonly Question[], place: number): readonly AnyRuleEntry[] {
  let found: AnyRuleEntry[] | undefined;
  for (const { rule, holds } of questions) {
    if (!holds.every((each) => each(place))) continue;
    found ??= [];
    found.push(rule);
  }
  return found ?? none;
}

const neverHolds: Either = { either: [] };

/** What the parts that are known do not settle. */
function remaining(
  conditions: readonly Condition[],
  parts: readonly Part[],
  bits: number,
): readonly Condition[] {
  return conditions.flatMap((condition) => {
    if ("either" in condition) {
      const either = condition.either.map((each) => settled(each, parts, bits));
      if (either.includes("holds")) return [];
      return [{ either: either.flatMap((each) => (typeof each === "string" ? [] : [each])) }];
    }
    const one = settled(condition, parts, bits);
    return one === "holds" ? [] : [one === "does not" ? neverHolds : one];
  });
}

function settled(
  condition: Condition,
  parts: readonly Part[],
  bits: number,
): Condition | "holds" | "does not" {
  const at = "any" in condition ? parts.indexOf(condition) : -1;
  if (at < 0) return condition;
  return ((bits >>> at) & 1) === 1 ? "holds" : "does not";
}
