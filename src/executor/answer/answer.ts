import type { Received } from "../../connection/http/ask.ts";
import { parseIfJson } from "../../connection/http/json-body.ts";
import type { JsonBounds } from "../../connection/http/json-guard.ts";
import { readRetryAfter } from "../../connection/http/retry.ts";
import { isRecord, own, type Phrase } from "../../model/index.ts";
import { type Cause, inWords } from "./in-words.ts";

/** What the server said, as far as what to do next depends on it. */
type ServerAnswer = Yes | No;

interface Yes {
  readonly is: "yes";
  /** The JSON value, if it is one. */
  readonly body: unknown;
}

export interface No {
  readonly is: "no";
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  /** The object that it is about, if it says so. */
  readonly name: string | undefined;
  readonly causes: readonly Cause[];
  /** Milliseconds after which the server wants to be asked again. */
  readonly retryAfter: number | undefined;
  /** In plain words. */
  readonly phrase: Phrase;
}

const textShown = 200;

export function answerOf({ status, headers, bytes }: Received, bounds: JsonBounds): ServerAnswer {
  const body = parseIfJson(bytes, headers["content-type"] ?? "", bounds);
  if (status >= 200 && status < 300) return { is: "yes", body };
  const report = isRecord(body) && own(body, "kind") === "Status" ? body : {};
  const details = recordIn(report, "details");
  const causes = own(details, "causes");
  const seconds = own(details, "retryAfterSeconds");
  const given = {
    code: status,
    reason: textIn(report, "reason"),
    message: textIn(report, "message") || Buffer.from(bytes.subarray(0, textShown)).toString("utf8").trim(),
    causes: Array.isArray(causes) ? causes.map(causeOf) : [],
  };
  const date = Date.parse(headers.date ?? "");
  const header = readRetryAfter(headers["retry-after"], Number.isNaN(date) ? undefined : date);
  return {
    is: "no",
    ...given,
    name: textIn(details, "name") || undefined,
    retryAfter: header ?? (typeof seconds === "number" && seconds > 0 ? seconds * 1000 : undefined),
    phrase: inWords(given),
  };
}

function causeOf(value: unknown): Cause {
  const cause = isRecord(value) ? value : {};
  return { field: textIn(cause, "field"), message: textIn(cause, "message") };
}

function recordIn(
  record: { readonly [key: string]: unknown },
  field: string,
): { readonly [key: string]: unknown } {
  const value = own(record, field);
  return isRecord(value) ? value : {};
}

function textIn(record: { readonly [key: string]: unknown }, field: string): string {
  const value = own(record, field);
  return typeof value === "string" ? value : "";
}
