import type { ApiRequest } from "../http/exchange.ts";
import type { JsonObject } from "../objects/json.ts";
import { bodyOf } from "./body.ts";

/** DeleteOptions, from the body and from the query. */
export function deleteOptions(request: ApiRequest): JsonObject {
  const options = request.body === "" ? {} : bodyOf(request);
  const policy = request.query.get("propagationPolicy");
  const grace = request.query.get("gracePeriodSeconds");
  return {
    ...options,
    ...(policy === null ? {} : { propagationPolicy: policy }),
    ...(grace === null ? {} : { gracePeriodSeconds: Number(grace) }),
  };
}
