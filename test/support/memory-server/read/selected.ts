import type { ApiObject } from "../objects/api-object.ts";
import type { ServedKind } from "../objects/kinds.ts";
import { fieldSelector } from "./fields.ts";
import { labelSelector } from "./labels.ts";

export interface Selector {
  readonly selects: "all" | "some";
  has(object: ApiObject): boolean;
}

export function selectorOf(query: URLSearchParams, kind: ServedKind): Selector {
  const [labels, fields] = [query.get("labelSelector") ?? "", query.get("fieldSelector") ?? ""];
  const [hasLabels, hasFields] = [labelSelector(labels), fieldSelector(fields, kind)];
  return {
    selects: labels === "" && fields === "" ? "all" : "some",
    has: (object) => hasLabels(object.metadata.labels ?? {}) && hasFields(object),
  };
}
