import type { Received } from "../../connection/http/ask.ts";
import type { JsonBounds } from "../../connection/http/json-body.ts";
import { parseIfJson } from "../../connection/http/json-body.ts";
import { readRetryAfter } from "../../connection/http/retry.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { isRecord, join, own, recordIn, say, textIn, words } from "../../kubernetes/index.ts";

/** What the server said, as far as what to do next depends on it. */
type ServerAnswer = Yes | No;

interface Yes {
  readonly is: "yes";
  /** The JSON value, if it is one. */
  readonly body: unknown;
}

export interface No extends Given {
  readonly is: "no";
  /** The object that it is about, if it says so. */
  readonly name: string | undefined;
  /** Milliseconds after which the server wants to be asked again. */
  readonly retryAfter: number | undefined;
  /** In plain words. */
  readonly phrase: Phrase;
}

interface Given {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly causes: readonly FieldError[];
}

/** What is wrong with a field, as the server says it. */
interface FieldError {
  readonly field: string;
  readonly message: string;
}

const textShown = 200;

/** What a response of the API server means, whatever its form. */
export function answerOf({ status, headers, bytes }: Received, bounds: JsonBounds): ServerAnswer {
  const body = parseIfJson(bytes, headers["content-type"] ?? "", bounds);
  if (status >= 200 && status < 300) return { is: "yes", body };
  const report = isRecord(body) && own(body, "kind") === "Status" ? body : {};
  const details = recordIn(report, "details");
  const causes = own(details, "causes");
  const seconds = own(details, "retryAfterSeconds");
  const given = {
    code: status,
    reason: textIn(report, "reason") ?? "",
    message: textIn(report, "message") ?? Buffer.from(bytes.subarray(0, textShown)).toString("utf8").trim(),
    causes: Array.isArray(causes) ? causes.map(causeOf) : [],
  };
  const date = Date.parse(headers.date ?? "");
  const header = readRetryAfter(headers["retry-after"], Number.isNaN(date) ? undefined : date);
  return {
    is: "no",
    ...given,
    name: textIn(details, "name"),
    retryAfter: header ?? (typeof seconds === "number" && seconds > 0 ? seconds * 1000 : undefined),
    phrase: inWords(given),
  };
}

function causeOf(value: unknown): FieldError {
  const cause = isRecord(value) ? value : {};
  return { field: textIn(cause, "field") ?? "", message: textIn(cause, "message") ?? "" };
}

/** Who says no, by the shape of the message: the code alone does not tell. First come, first served. */
const voices: readonly {
  readonly pattern: RegExp;
  say(parts: readonly [string, string, string], given: Given): Phrase;
}[] = [
  {
    // kubernetes/apiserver pkg/admission/plugin/webhook/errors/statuserror.go `NewDryRunUnsupportedErr` (v1.36).
    pattern: /^admission webhook "([^"]*)" does not support dry run/,
    say: ([webhook]) =>
      say`No preview is possible: the admission webhook ${webhook} does not support dry runs.`,
  },
  {
    // `ToStatusErr` there. The code is the webhook's own choice, and the reason is often missing: this is not RBAC.
    pattern: /^admission webhook "([^"]*)" denied the request(?:: ([\s\S]*)| without explanation)?$/,
    say: ([webhook, why]) =>
      why === ""
        ? say`The admission webhook ${webhook} refused the request without a reason.`
        : say`The admission webhook ${webhook} refused the request: ${why}`,
  },
  {
    // kubernetes/apiserver pkg/admission/plugin/webhook/errors; `NewInternalError` puts its words before.
    pattern: /failed calling webhook "([^"]*)": ([\s\S]*)/,
    say: ([webhook, why]) =>
      say`The server could not call the admission webhook ${webhook}: ${why}. No client, not even a controller, can make this change until the webhook answers again.`,
  },
  {
    // kubernetes/apiserver pkg/admission/plugin/policy/validating/dispatcher.go (v1.36).
    pattern: /ValidatingAdmissionPolicy '([^']*)' with binding '([^']*)' denied request: ([\s\S]*)/,
    say: ([policy, binding, why]) =>
      say`The ValidatingAdmissionPolicy ${policy} (binding ${binding}) refused the request: ${why}`,
  },
  {
    pattern: /resulted in error/,
    say: (_, { message }) =>
      say`The server could not evaluate a condition of an admission policy: ${message}`,
  },
];

/** The server's no in plain words. */
function inWords(given: Given): Phrase {
  for (const { pattern, say: tell } of voices) {
    const found = pattern.exec(given.message);
    if (found === null) continue;
    const [, first = "", second = "", third = ""] = found;
    return tell([first, second, third], given);
  }
  return byCode(given);
}

function byCode(given: Given): Phrase {
  const { code, reason, message, causes } = given;
  switch (code) {
    case 400:
      return say`The server does not understand the request: ${message}`;
    case 401:
      return say`The server no longer accepts your login: you must be logged in (${message}).`;
    case 403:
      return say`Not allowed: ${message}`;
    case 404:
      return say`Not found: ${message}`;
    case 409:
      return say`Another client has changed the object meanwhile: ${message}`;
    case 413:
      return words("The object is larger than the server accepts (413).");
    case 415:
      return words(
        "The server does not accept this kind of request (415). pvguard does not try a less safe one.",
      );
    case 422:
      return causes.length > 0
        ? say`The server rejects the object as invalid: ${join(causes.map(causeInWords), "; ")}`
        : say`The server could not apply the change to the object as it is now: ${message}`;
    case 429:
      return say`The server is overloaded (429): ${message}`;
  }
  return say`The server failed (${code}${reason === "" ? "" : ` ${reason}`}): ${message}`;
}

/** The policies of `kubectl pvguard guard`, as it names them. */
const ofGuardPolicy = /ValidatingAdmissionPolicy 'pvguard-/;

/** The webhook of `guard-serve`, as its manifests name it. */
const ofGuardWebhook = /^admission webhook "[^"]*\.pvguard\.dev" denied/;

/** Which of pvguard's own guards says no, if one does. */
export function guardIn({ message }: Pick<No, "message">): "policy" | "webhook" | undefined {
  if (ofGuardPolicy.test(message)) return "policy";
  return ofGuardWebhook.test(message) ? "webhook" : undefined;
}

function causeInWords({ field, message }: FieldError): Phrase {
  return field === "" ? say`${message}` : say`${field}: ${message}`;
}
