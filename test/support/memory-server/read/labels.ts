import { badRequest } from "../objects/refusal.ts";

type Labels = Readonly<Record<string, string>>;
type Requirement = (labels: Labels) => boolean;

const key = "([A-Za-z0-9][-A-Za-z0-9_./]*)";
const value = "([-A-Za-z0-9_.]*)";
const equality = new RegExp(`^${key}\\s*(=|==|!=)\\s*${value}$`);
const membership = new RegExp(`^${key}\\s+(in|notin)\\s*\\(([^()]*)\\)$`);
const existence = new RegExp(`^(!?)\\s*${key}$`);

/** Compare kubernetes/apimachinery pkg/labels/selector.go `Parse` (v1.36). */
export function labelSelector(text: string): Requirement {
  const requirements = text
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(requirement);
  return (labels) => requirements.every((isMet) => isMet(labels));
}

function requirement(text: string): Requirement {
  const equal = equality.exec(text);
  if (equal !== null) {
    const [, name = "", operator, wanted = ""] = equal;
    return operator === "!=" ? (labels) => labels[name] !== wanted : (labels) => labels[name] === wanted;
  }
  const member = membership.exec(text);
  if (member !== null) {
    const [, name = "", operator, list = ""] = member;
    const wanted = new Set(list.split(",").map((entry) => entry.trim()));
    const isIn = (labels: Labels) => labels[name] !== undefined && wanted.has(labels[name] ?? "");
    return operator === "in" ? isIn : (labels) => !isIn(labels);
  }
  const exists = existence.exec(text);
  if (exists === null) throw badRequest(`unable to parse requirement: found '${text}', expected: identifier`);
  const [, not, name = ""] = exists;
  return not === "!" ? (labels) => labels[name] === undefined : (labels) => labels[name] !== undefined;
}
