import type { Scope } from "../model/index.ts";
import type { Query } from "./source.ts";

/** What a query looks at, before its selectors. */
export function scopeOf({ namespace, name }: Query): Scope {
  if (name !== undefined) return { of: "object", name, ...(namespace === undefined ? {} : { namespace }) };
  return namespace === undefined ? { of: "cluster" } : { of: "namespace", namespace };
}
