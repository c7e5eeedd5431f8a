import type { JsonObject } from "./json.ts";
import type { ServedKind } from "./kinds.ts";
import { qualified } from "./kinds.ts";

export interface Cause {
  readonly reason: string;
  readonly message: string;
  readonly field?: string;
}

/** The server says no. `body` is a Status, or plain text. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: number;
  readonly body: JsonObject | string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(code: number, body: JsonObject | string, headers: Readonly<Record<string, string>> = {}) {
    super(typeof body === "string" ? body : String(body.message));
    this.code = code;
    this.body = body;
    this.headers = headers;
  }
}

export function refusal(
  code: number,
  reason: string | undefined,
  message: string,
  details?: JsonObject,
): Refusal {
  return new Refusal(code, {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  });
}

export function badRequest(message: string): Refusal {
  return refusal(400, "BadRequest", message);
}

export function pageNotFound(): Refusal {
  return new Refusal(404, "404 page not found\n");
}

export function resourceNotFound(): Refusal {
  return refusal(404, "NotFound", "the server could not find the requested resource", {});
}

export function methodNotAllowed(): Refusal {
  return refusal(
    405,
    "MethodNotAllowed",
    "the server does not allow this method on the requested resource",
    {},
  );
}

export function unsupportedMediaType(): Refusal {
  return refusal(415, "UnsupportedMediaType", "415: Unsupported Media Type", {});
}

export function notFound(kind: Pick<ServedKind, "plural" | "group">, name: string): Refusal {
  const resource = qualified(kind.plural, kind.group);
  return refusal(404, "NotFound", `${resource} "${name}" not found`, details(kind.plural, kind.group, name));
}

export function alreadyExists({ plural, group }: ServedKind, name: string): Refusal {
  const resource = qualified(plural, group);
  return refusal(409, "AlreadyExists", `${resource} "${name}" already exists`, details(plural, group, name));
}

/** Updates name the resource and deletions the kind. */
export function conflict(word: string, group: string, name: string, why: string): Refusal {
  const message = `Operation cannot be fulfilled on ${qualified(word, group)} "${name}": ${why}`;
  return refusal(409, "Conflict", message, details(word, group, name));
}

/** Compare kubernetes/apimachinery pkg/api/errors/errors.go `NewInvalid` (v1.36). */
export function invalid(word: string, group: string, name: string, causes: readonly Cause[]): Refusal {
  const each = [...new Set(causes.map(({ field, message }) => `${field}: ${message}`))];
  const what = each.length === 1 ? each[0] : `[${each.join(", ")}]`;
  const message = `${qualified(word, group)} "${escaped(name)}" is invalid: ${what}`;
  return refusal(422, "Invalid", message, { ...details(word, group, name), causes });
}

/** What a JSON Patch gets that cannot be applied: `NewGenericServerResponse` drops the reason. */
export function anonymous(): Refusal {
  const message = "the server rejected our request due to an error in our request";
  return refusal(422, "Invalid", message, {});
}

/** As Go's `%q` prints what cannot be seen. */
export function escaped(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/\\u00([0-9a-f]{2})/g, "\\x$1");
}

function details(kind: string, group: string, name: string): JsonObject {
  return { ...(name === "" ? {} : { name }), ...(group === "" ? {} : { group }), kind };
}
