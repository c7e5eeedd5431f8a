import type { ApiRequest } from "../http/exchange.ts";
import type { JsonObject } from "../objects/json.ts";
import { isObject } from "../objects/json.ts";
import { badRequest } from "../objects/refusal.ts";

export function bodyOf({ body }: ApiRequest): JsonObject {
  const found = parsed(body);
  if (!isObject(found)) throw badRequest("the object provided is unrecognized: json parse error");
  return found;
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
