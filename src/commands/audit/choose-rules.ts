import type { AnyRuleEntry } from "../../engine/index.ts";
import { join, type Phrase, say, words } from "../../model/index.ts";
import { nearest } from "../nearest.ts";

/** Which rules a person wants asked. */
interface RuleChoice {
  /** Codes or names; none means all. */
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly risk: "asked" | "not-asked";
}

/** The rules to ask. A rule that is asked only with --risk is also asked when it is named. */
export function chosenRules(
  rules: readonly AnyRuleEntry[],
  { only, skip, risk }: RuleChoice,
  refuse: (problem: Phrase) => Error,
): readonly AnyRuleEntry[] {
  const named = (names: readonly string[]) => new Set(names.map((name) => ruleNamed(name, rules, refuse)));
  const wanted = named(only);
  const unwanted = named(skip);
  const chosen = rules.filter((rule) => {
    const isWanted = wanted.size === 0 ? rule.onlyWith === undefined || risk === "asked" : wanted.has(rule);
    return isWanted && !unwanted.has(rule);
  });
  // Where nothing is asked, nothing is found.
  if (chosen.length === 0) throw refuse(words("no rule is left to check"));
  return chosen;
}

function ruleNamed(
  name: string,
  rules: readonly AnyRuleEntry[],
  refuse: (problem: Phrase) => Error,
): AnyRuleEntry {
  const found = rules.find((rule) => isNamed(rule, name));
  if (found !== undefined) return found;
  const near = nearest(
    name,
    rules.flatMap((rule) => [rule.code, rule.name]),
  );
  const lines = join(
    near.map((candidate) => words(`\n\t${candidate}`)),
    "",
  );
  const hint = near.length === 0 ? [] : say`${words("\n\nDid you mean this?")}${lines}`;
  throw refuse(say`unknown rule "${name}"${hint}${words("\nSee 'kubectl pvguard explain' for all rules.")}`);
}

/** By its code or its name; upper and lower case are the same. */
export function isNamed(
  { code, name }: { readonly code: string; readonly name: string },
  by: string,
): boolean {
  const wanted = by.trim().toLowerCase();
  return code.toLowerCase() === wanted || name === wanted;
}

/** The parts of a list that commas separate. */
export function listIn(text: string): readonly string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
