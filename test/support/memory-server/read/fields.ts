import type { ApiObject } from "../objects/api-object.ts";
import { isObject } from "../objects/json.ts";
import type { ServedKind } from "../objects/kinds.ts";
import { badRequest } from "../objects/refusal.ts";

/** Compare kubernetes/kubernetes pkg/apis/core/v1/conversion.go `AddFieldLabelConversionsFor…` (v1.36). */
const more: Readonly<Record<string, readonly string[]>> = {
  pods: [
    "spec.nodeName",
    "spec.restartPolicy",
    "spec.schedulerName",
    "spec.serviceAccountName",
    "status.phase",
  ],
  nodes: ["spec.unschedulable"],
  namespaces: ["status.phase"],
  events: [
    ...["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"].map(
      (field) => `involvedObject.${field}`,
    ),
    "reason",
    "reportingComponent",
    "type",
  ],
};

/** Equality only, as the server does. */
export function fieldSelector(text: string, kind: ServedKind): (object: ApiObject) => boolean {
  const wanted = text
    .split(",")
    .filter((part) => part !== "")
    .map((part) => requirement(part, kind));
  return (object) =>
    wanted.every(({ path, value, equal }) => (textAt(object, path.split(".")) === value) === equal);
}

function requirement(text: string, kind: ServedKind) {
  const match = /^([^=!]+)(==|!=|=)(.*)$/.exec(text);
  if (match === null) throw badRequest(`invalid selector: '${text}'; can't understand '${text}'`);
  const [, path = "", operator, value = ""] = match;
  const known = [
    "metadata.name",
    "metadata.namespace",
    ...(kind.origin === "built-in" ? (more[kind.plural] ?? []) : []),
  ];
  if (!known.includes(path)) {
    const named = ["metadata.name", "metadata.namespace"].map((field) => `"${field}"`).join(", ");
    throw badRequest(`"${path}" is not a known field selector: only ${named}`);
  }
  return { path, value, equal: operator !== "!=" };
}

function textAt(value: unknown, [field, ...rest]: readonly string[]): string {
  if (field === undefined) return value === undefined || value === null ? "" : String(value);
  return isObject(value) ? textAt(value[field], rest) : "";
}
