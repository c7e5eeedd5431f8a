import type { Accident, Guard, GuardOptions, LabelSelector } from "../../guard/index.ts";
import { accidents, guardFor } from "../../guard/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { Requirement } from "../arguments/labels.ts";
import { labelRequirements } from "../arguments/labels.ts";
import { Failure, usageError } from "../failure.ts";
import type { FlagValues, Texts } from "../flags/index.ts";
import * as flagsOf from "./flags.ts";

/** The guards that the flags ask for. Throws a `Failure` where they ask for nothing that makes sense. */
export function guardsWanted(flags: FlagValues): readonly Guard[] {
  const options: GuardOptions = {
    mode: flags.choice(flagsOf.mode),
    exempt: exemptIn(flags),
    ...namespacesIn(flags),
  };
  return accidentsIn(flags).map((accident) => guardFor(accident, options));
}

function accidentsIn(flags: FlagValues): readonly Accident[] {
  const names = listed(flags, flagsOf.only);
  if (!flags.isGiven(flagsOf.only)) return accidents;
  const unknown = names.find((name) => !accidents.some((accident) => accident.name === name));
  if (unknown !== undefined || names.length === 0)
    throw new Failure(
      "usage",
      say`error: unknown guard "${unknown ?? ""}": must be one of ${words(accidents.map(({ name }) => name).join(", "))}`,
    );
  const chosen = accidents.filter(({ name }) => names.includes(name));
  for (const { name, needs = [] } of chosen)
    for (const need of needs.filter((each) => !names.includes(each)))
      throw usageError(
        `the guard ${name} needs the guard ${need}: without it, deleting the namespace still deletes its claims. Add ${need} to --only`,
      );
  return chosen;
}

function exemptIn(flags: FlagValues): readonly string[] {
  const names = flags.texts(flagsOf.exempt);
  const odd = names.find((name) => name.trim() === "" || /\p{Cc}/u.test(name) || !isWhole(name));
  if (odd !== undefined)
    throw new Failure("usage", say`error: --exempt "${odd}" is no name of a user or a group`);
  return [...new Set(names)];
}

/** Half of a character cannot be written in a policy. */
function isWhole(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

/** RFC 1123, as the name of a namespace is. */
const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

function namespacesIn(flags: FlagValues): Pick<GuardOptions, "namespaces"> {
  const names = listed(flags, flagsOf.namespaces);
  const text = flags.text(flagsOf.selector) ?? "";
  const odd = names.find((name) => !label.test(name));
  if (odd !== undefined || (flags.isGiven(flagsOf.namespaces) && names.length === 0))
    throw new Failure("usage", say`error: "${odd ?? ""}" is no name of a namespace`);
  const named =
    names.length === 0
      ? []
      : [{ key: "kubernetes.io/metadata.name", operator: "In", values: names } as const];
  const matchExpressions = [...named, ...labelRequirements(text).map(expressionOf)];
  return matchExpressions.length === 0 ? {} : { namespaces: { matchExpressions } };
}

type Expression = NonNullable<LabelSelector["matchExpressions"]>[number];

function expressionOf(requirement: Requirement): Expression {
  const { key, operator } = requirement;
  switch (operator) {
    case "in":
      return { key, operator: "In", values: requirement.values };
    case "notin":
      return { key, operator: "NotIn", values: requirement.values };
    case "exists":
      return { key, operator: "Exists" };
    case "absent":
      return { key, operator: "DoesNotExist" };
    case "gt":
    case "lt":
      throw new Failure("usage", say`error: the selector of a guard cannot compare numbers: ${key}`);
  }
}

function listed(flags: FlagValues, flag: Texts): readonly string[] {
  const all = flags.texts(flag).flatMap((text) => text.split(",").map((part) => part.trim()));
  return [...new Set(all.filter((part) => part !== ""))];
}
