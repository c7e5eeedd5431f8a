import type { Objects, Part, WalkableCluster } from "../cluster/index.ts";
import type { AnyRuleEntry, Condition } from "../define/index.ts";
import type { KubeObject, Resource } from "../kubernetes/index.ts";
import { kindOf } from "../kubernetes/index.ts";
import type { Conditions, Where } from "./conditions.ts";
import { allHold, never, someHold } from "./conditions.ts";

/** An object, and the rules that are to be asked about it. */
interface Suspect {
  readonly object: KubeObject;
  readonly asked: readonly AnyRuleEntry[];
}

/** Where suspects are looked for, and how. */
interface Place {
  readonly cluster: WalkableCluster;
  /** `undefined` for all. */
  readonly namespace: string | undefined;
  readonly conditions: Conditions;
}

/** One after the other, so that each object is made only once, and not all of them are there at a time. */
export function* suspectsOf(
  resource: Resource,
  rules: readonly AnyRuleEntry[],
  { cluster, namespace, conditions }: Place,
): Iterable<Suspect> {
  const objects = cluster.objects(resource);
  const within = kindOf(resource).namespaced ? namespace : undefined;
  const askedAt = questionsOf(resource, rules, objects, conditions);
  const { places } = objects;
  for (let place = 0; place < places; place++) {
    if (within !== undefined && !objects.mayLieIn(within, place)) continue;
    const asked = askedAt(place);
    if (asked.length === 0) continue;
    const object = objects.atPlace(place);
    if (object === undefined || (within !== undefined && object.metadata.namespace !== within)) continue;
    yield { object, asked };
  }
}

/** A rule, and where what must still hold for it to be asked holds. */
interface Question {
  readonly rule: AnyRuleEntry;
  readonly where: Where;
}

/** What is still to be looked at of objects that are in the same parts, and where any of it holds. */
interface Questions {
  readonly each: readonly Question[];
  readonly where: Where;
}

/**
 * Which rules are to be asked about the object at each place of a kind. Most objects are in the same parts as many others:
 * what remains to be looked at is found out once for all of them.
 */
function questionsOf(
  resource: Resource,
  rules: readonly AnyRuleEntry[],
  objects: Objects,
  conditions: Conditions,
): (place: number) => readonly AnyRuleEntry[] {
  const columns = objects.columns();
  const parts = columns?.parts ?? [];
  const known = new Map<number, Questions>();

  function questionsFor(bits: number): Questions {
    const each = rules.flatMap((rule): Question | readonly [] => {
      const left = remaining(rule.only ?? [], parts, bits);
      if (left === "one does not hold") return [];
      return { rule, where: allHold(left.map((condition) => conditions.where(condition, resource))) };
    });
    const questions = { each, where: someHold(each.map(({ where }) => where)) };
    known.set(bits, questions);
    return questions;
  }

  // Of nearly all places nothing more is asked than this: nothing is made for it. Most are in the same parts as the last.
  let last: number | undefined;
  let questions: Questions = { each: [], where: never };
  return (place) => {
    const bits = columns?.partBits?.(place) ?? 0;
    if (bits !== last) questions = known.get(bits) ?? questionsFor(bits);
    last = bits;
    const { where, each } = questions;
    return where.places?.has(place) === false || !where.holds(place) ? none : asked(each, place);
  };
}

const none: readonly AnyRuleEntry[] = [];

function asked(questions: readonly Question[], place: number): readonly AnyRuleEntry[] {
  return questions.filter(({ where }) => where.holds(place)).map(({ rule }) => rule);
}

/** What the parts that are known do not settle. */
function remaining(
  conditions: readonly Condition[],
  parts: readonly Part[],
  bits: number,
): readonly Condition[] | "one does not hold" {
  const left: Condition[] = [];
  for (const condition of conditions) {
    const some = "either" in condition ? condition.either : [condition];
    const open = some.map((each) => settled(each, parts, bits));
    if (open.includes("holds")) continue;
    const either = open.filter((each) => typeof each !== "string");
    const [first, ...others] = either;
    if (first === undefined) return "one does not hold";
    left.push(others.length === 0 ? first : { either });
  }
  return left;
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
