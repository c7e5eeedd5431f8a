import { badRequest, Refusal } from "../objects/refusal.ts";
import type { Store } from "../objects/store.ts";

/** Of `resourceVersion`; 0 is "any", as is an absent one. */
export function revisionIn(query: URLSearchParams): number {
  const text = query.get("resourceVersion") ?? "";
  if (text === "") return 0;
  if (/^\d+$/.test(text)) return Number(text);
  const why = `strconv.ParseUint: parsing "${text}": invalid syntax`;
  throw badRequest(`invalid resource version: resourceVersion: Invalid value: "${text}": ${why}`);
}

/** Compare kubernetes/apiserver pkg/storage/errors.go `NewTooLargeResourceVersionError` (v1.36). */
export function tooLarge(revision: number, store: Store): Refusal {
  const cause = { reason: "ResourceVersionTooLarge", message: "Too large resource version" };
  const body = {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: `Timeout: Too large resource version: ${revision}, current: ${store.revision}`,
    reason: "Timeout",
    details: { causes: [cause], retryAfterSeconds: 1 },
    code: 504,
  };
  return new Refusal(504, body, { "Retry-After": "1" });
}
