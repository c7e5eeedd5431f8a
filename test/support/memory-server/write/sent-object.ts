import type { ApiObject } from "../objects/api-object.ts";
import type { JsonObject } from "../objects/json.ts";
import { isObject, objectIn, textIn } from "../objects/json.ts";
import type { ServedKind } from "../objects/kinds.ts";
import { badRequest } from "../objects/refusal.ts";

/** What a client sent, as an object of the kind that the path names. Of metadata, only the types are checked. */
export function sentObject(sent: JsonObject, kind: ServedKind): ApiObject {
  if (textIn(sent, "apiVersion") !== kind.apiVersion || textIn(sent, "kind") !== kind.kind)
    throw badRequest(`the object provided is unrecognized (must be of type ${kind.kind})`);
  const { finalizers, labels, annotations, ...others } = objectIn(sent, "metadata");
  return {
    ...sent,
    apiVersion: kind.apiVersion,
    kind: kind.kind,
    metadata: {
      ...others,
      name: textIn(others, "name") ?? "",
      uid: textIn(others, "uid") ?? "",
      creationTimestamp: textIn(others, "creationTimestamp") ?? "",
      ...filled("finalizers", list(finalizers)),
      ...filled("labels", map(labels)),
      ...filled("annotations", map(annotations)),
    },
  };
}

/** What is empty is left out, as by Go's `omitempty`. */
function filled<F extends string, V extends object>(field: F, value: V): { readonly [field in F]?: V } {
  return Object.keys(value).length === 0 ? {} : ({ [field]: value } as { readonly [field in F]: V });
}

function list(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(text) : nothing(value, []);
}

function map(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) return nothing(value, {});
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, text(entry)]));
}

function nothing<T>(value: unknown, empty: T): T {
  if (value === undefined || value === null) return empty;
  throw badRequest("the object provided cannot be decoded: json: cannot unmarshal");
}

function text(value: unknown): string {
  return typeof value === "string" ? value : nothing(value, "");
}
