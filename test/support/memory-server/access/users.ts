import { qualified } from "../objects/kinds.ts";
import type { Refusal } from "../objects/refusal.ts";
import { refusal } from "../objects/refusal.ts";

/** A rule as in a Role; without namespaces it holds everywhere. `*` is everything. */
export interface Right {
  readonly verbs: readonly string[];
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly namespaces?: readonly string[];
  readonly names?: readonly string[];
}

export interface User {
  readonly name: string;
  readonly token: string;
  readonly rights: readonly Right[];
}

export interface Attempt {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

export function may({ rights }: User, attempt: Attempt): boolean {
  const { resource, subresource } = attempt;
  const named = subresource === undefined ? resource : `${resource}/${subresource}`;
  return rights.some(
    ({ verbs, groups, resources, namespaces, names }) =>
      has(verbs, attempt.verb) &&
      has(groups, attempt.group) &&
      has(resources, named) &&
      (namespaces === undefined || namespaces.includes(attempt.namespace ?? "")) &&
      (names === undefined || names.includes(attempt.name ?? "")),
  );
}

/** Compare kubernetes/apiserver pkg/endpoints/handlers/responsewriters/errors.go `Forbidden` (v1.36). */
export function forbidden(
  user: User,
  { verb, group, resource, subresource, namespace, name }: Attempt,
): Refusal {
  const where = namespace === undefined ? "at the cluster scope" : `in the namespace "${namespace}"`;
  const which = name === undefined ? "" : ` "${name}"`;
  const part = subresource === undefined ? resource : `${resource}/${subresource}`;
  const message = `${qualified(resource, group)}${which} is forbidden: User "${user.name}" cannot ${verb} resource "${part}" in API group "${group}" ${where}`;
  return refusal(403, "Forbidden", message, {
    ...(name === undefined ? {} : { name }),
    ...(group === "" ? {} : { group }),
    kind: resource,
  });
}

export function unauthorized(): Refusal {
  return refusal(401, "Unauthorized", "Unauthorized");
}

function has(allowed: readonly string[], wanted: string): boolean {
  return allowed.includes("*") || allowed.includes(wanted);
}
