import type { JsonObject } from "../objects/json.ts";
import { invalid } from "../objects/refusal.ts";

export type DryRun = "all" | "none";

/** Of the query, or of the options that a DELETE has in its body. */
export function dryRunOf(query: URLSearchParams, kind: string, options: JsonObject = {}): DryRun {
  const inBody = Array.isArray(options.dryRun) ? options.dryRun.map(String) : [];
  const asked = [...query.getAll("dryRun"), ...inBody];
  const other = asked.find((value) => value !== "All");
  if (other !== undefined) {
    const message = `Unsupported value: ["${other}"]: supported values: "All"`;
    throw invalid(kind, "meta.k8s.io", "", [{ reason: "FieldValueNotSupported", message, field: "dryRun" }]);
  }
  return asked.length > 0 ? "all" : "none";
}
