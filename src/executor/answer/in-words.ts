import { join, type Phrase, say, words } from "../../model/index.ts";

/** What is wrong with a field, as the server says it. */
export interface Cause {
  readonly field: string;
  readonly message: string;
}

interface Given {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly causes: readonly Cause[];
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
        ? say`The admission webhook ${webhook} refused, without saying why.`
        : say`The admission webhook ${webhook} refused: ${why}`,
  },
  {
    // kubernetes/apiserver pkg/admission/plugin/webhook/errors; `NewInternalError` puts its words before.
    pattern: /failed calling webhook "([^"]*)": ([\s\S]*)/,
    say: ([webhook, why]) =>
      say`The admission webhook ${webhook} cannot be asked: ${why}. Nobody, not even a controller, can make this change until it answers again.`,
  },
  {
    // kubernetes/apiserver pkg/admission/plugin/policy/validating/dispatcher.go (v1.36).
    pattern: /ValidatingAdmissionPolicy '([^']*)' with binding '([^']*)' denied request: ([\s\S]*)/,
    say: ([policy, binding, why]) =>
      say`The ValidatingAdmissionPolicy ${policy} (binding ${binding}) refused: ${why}`,
  },
  {
    pattern: /resulted in error/,
    say: (_, { message }) => say`A condition of an admission policy could not be worked out: ${message}`,
  },
];

/** The server's no in plain words. */
export function inWords(given: Given): Phrase {
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
      return say`The server does not know us any more: you must be logged in (${message}).`;
    case 403:
      return say`Not allowed: ${message}`;
    case 404:
      return say`Not found: ${message}`;
    case 409:
      return say`The object was changed by somebody else meanwhile: ${message}`;
    case 413:
      return words("The object is larger than the server accepts (413).");
    case 415:
      return words("The server does not accept this form of a change (415). No weaker form is tried.");
    case 422:
      return causes.length > 0
        ? say`The server finds the object invalid: ${join(causes.map(causeInWords), "; ")}`
        : say`The server could not apply the change to the object as it is now: ${message}`;
    case 429:
      return say`The server has too much to do (429): ${message}`;
  }
  return say`The server failed (${code}${reason === "" ? "" : ` ${reason}`}): ${message}`;
}

function causeInWords({ field, message }: Cause): Phrase {
  return field === "" ? say`${message}` : say`${field}: ${message}`;
}
