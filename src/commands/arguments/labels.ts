import { phaseOf } from "../../define/index.ts";
import type { KubeObject, Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import { Failure } from "../failure.ts";

/** One condition on a label. A condition that excludes also matches an object without that label. */
export type Requirement =
  | { readonly key: string; readonly operator: "in" | "notin"; readonly values: readonly string[] }
  | { readonly key: string; readonly operator: "exists" | "absent" }
  | { readonly key: string; readonly operator: "gt" | "lt"; readonly than: number };

/** Says of labels whether a selector matches them. */
export type LabelMatcher = (labels: { readonly [key: string]: string | undefined }) => boolean;

const key = `[A-Za-z0-9_./-]+`;
const value = `[A-Za-z0-9_.-]*`;
const forms: readonly (readonly [RegExp, (parts: readonly string[]) => Requirement])[] = [
  [new RegExp(`^(${key})$`), ([k = ""]) => ({ key: k, operator: "exists" })],
  [new RegExp(`^!\\s*(${key})$`), ([k = ""]) => ({ key: k, operator: "absent" })],
  [new RegExp(`^(${key})\\s*={1,2}\\s*(${value})$`), ([k = "", v = ""]) => oneOf(k, "in", v)],
  [new RegExp(`^(${key})\\s*!=\\s*(${value})$`), ([k = "", v = ""]) => oneOf(k, "notin", v)],
  [new RegExp(`^(${key})\\s+in\\s*\\(([^()]*)\\)$`), ([k = "", v = ""]) => oneOf(k, "in", v)],
  [new RegExp(`^(${key})\\s+notin\\s*\\(([^()]*)\\)$`), ([k = "", v = ""]) => oneOf(k, "notin", v)],
  [
    new RegExp(`^(${key})\\s*>\\s*(\\d+)$`),
    ([k = "", v = ""]) => ({ key: k, operator: "gt", than: Number(v) }),
  ],
  [
    new RegExp(`^(${key})\\s*<\\s*(\\d+)$`),
    ([k = "", v = ""]) => ({ key: k, operator: "lt", than: Number(v) }),
  ],
];

/** Each of them must hold. Throws a `Failure` where it is no selector. */
export function labelRequirements(selector: string): readonly Requirement[] {
  return terms(selector).map(requirement);
}

/** kubernetes/apimachinery pkg/labels/selector.go Parse, Requirement.Matches, v0.36. */
export function labelMatcher(selector: string): LabelMatcher {
  const requirements = labelRequirements(selector);
  return (labels) => requirements.every((condition) => holds(condition, labels));
}

function terms(selector: string): readonly string[] {
  // A comma inside parentheses separates values, not conditions.
  const parts = selector.split(/,(?![^()]*\))/).map((part) => part.trim());
  return parts.length === 1 && parts[0] === "" ? [] : parts;
}

function requirement(term: string): Requirement {
  for (const [form, make] of forms) {
    const match = form.exec(term);
    if (match !== null) return make(match.slice(1));
  }
  throw new Failure("usage", say`error: ${unparsable(term)}`);
}

function unparsable(term: string): Phrase {
  return say`unable to parse requirement: ${term}${words(": must be key, !key, key=value, key!=value, key in (a,b) or key notin (a,b)")}`;
}

function oneOf(label: string, operator: "in" | "notin", list: string): Requirement {
  return { key: label, operator, values: list.split(",").map((entry) => entry.trim()) };
}

function holds(condition: Requirement, labels: Parameters<LabelMatcher>[0]): boolean {
  const found = Object.hasOwn(labels, condition.key) ? labels[condition.key] : undefined;
  switch (condition.operator) {
    case "exists":
      return found !== undefined;
    case "absent":
      return found === undefined;
    case "in":
      return found !== undefined && condition.values.includes(found);
    case "notin":
      return found === undefined || !condition.values.includes(found);
    case "gt":
      return found !== undefined && /^-?\d+$/.test(found) && Number(found) > condition.than;
    case "lt":
      return found !== undefined && /^-?\d+$/.test(found) && Number(found) < condition.than;
  }
}

/** Says of an object whether a field selector matches it. */
type FieldMatcher = (object: KubeObject) => boolean;

const fields: ReadonlyMap<string, (object: KubeObject) => string> = new Map([
  ["metadata.name", (object) => object.metadata.name],
  ["metadata.namespace", (object) => object.metadata.namespace ?? ""],
  ["spec.nodeName", (object) => nodeNameOf(object) ?? ""],
  ["status.phase", (object) => phaseOf(object) ?? ""],
]);

function nodeNameOf(object: KubeObject): string | undefined {
  const spec = "spec" in object ? object.spec : undefined;
  return spec !== undefined && "nodeName" in spec ? spec.nodeName : undefined;
}

/** kubernetes/apimachinery pkg/fields/selector.go ParseSelector, v0.36; a server knows more or fewer fields of each kind. */
export function fieldMatcher(selector: string): FieldMatcher {
  const conditions = selector
    .split(",")
    .filter((term) => term.trim() !== "")
    .map(condition);
  return (object) => conditions.every((matches) => matches(object));
}

function condition(term: string): FieldMatcher {
  const [, name = "", operator = "", value = ""] = /^\s*([^=!]+?)(!=|==|=)(.*)$/.exec(term) ?? [];
  if (operator === "") {
    throw new Failure("usage", say`error: invalid selector: '${term}'; can't understand '${term}'`);
  }
  const read = fields.get(name);
  if (read === undefined) {
    throw new Failure(
      "usage",
      say`error: field label not supported: ${name}: with --from, use one of ${[...fields.keys()].join(", ")}`,
    );
  }
  return (object) => (read(object) === value) === (operator !== "!=");
}
