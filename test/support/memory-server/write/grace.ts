import type { ApiObject } from "../objects/api-object.ts";
import type { JsonObject } from "../objects/json.ts";
import { objectIn, textIn } from "../objects/json.ts";
import type { ServedKind } from "../objects/kinds.ts";

/** Seconds. Only pods are given time. Compare kubernetes/kubernetes pkg/registry/core/pod/strategy.go `CheckGracefulDelete` (v1.36). */
export function gracePeriod(object: ApiObject, kind: ServedKind, options: JsonObject): number {
  if (kind.plural !== "pods") return 0;
  const spec = objectIn(object, "spec");
  const phase = textIn(objectIn(object, "status"), "phase");
  if ((textIn(spec, "nodeName") ?? "") === "" || phase === "Failed" || phase === "Succeeded") return 0;
  const asked = options.gracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? 30;
  return typeof asked === "number" ? Math.max(0, asked) : 30;
}
