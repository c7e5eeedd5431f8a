import { dateOf } from "./answer.ts";
import type { Received } from "./ask.ts";
import { Break, codeOf } from "./failure.ts";
import type { Limits } from "./surroundings.ts";

/** What came of one try, as far as trying again depends on it. */
export type Try =
  /** The server answered, and may have said when to come back. */
  | { readonly came: "answer"; readonly status: number; readonly retryAfter: number | undefined }
  /** The connection broke under the request. One that was used before may have been closed by the server meanwhile. */
  | { readonly came: "break"; readonly connection: "new" | "used" }
  /** The name service said that it may know later. */
  | { readonly came: "no-name-yet" }
  /** It failed in a way that a retry does not fix. */
  | { readonly came: "fault" };

export function tryOf(outcome: Received | { readonly problem: unknown }): Try {
  if (!("problem" in outcome)) {
    const { status, headers } = outcome;
    const wish = headers["retry-after"];
    const retryAfter = wish === undefined ? undefined : readRetryAfter(wish, dateOf(headers.date));
    return { came: "answer", status, retryAfter };
  }
  const { problem } = outcome;
  if (!(problem instanceof Break)) return { came: "fault" };
  const code = codeOf(problem.cause);
  if (code === "EAI_AGAIN") return { came: "no-name-yet" };
  const broke = ["ECONNRESET", "ECONNABORTED", "EPIPE"].includes(code);
  return broke ? { came: "break", connection: problem.connection } : { came: "fault" };
}

type NextTry =
  | { readonly next: "wait"; readonly milliseconds: number }
  | { readonly next: "stop" }
  | { readonly next: "too-long"; readonly milliseconds: number };

/** How often it was tried so far, and for how many milliseconds it was waited. */
interface Effort {
  readonly tried: number;
  readonly waited: number;
}

/**
 * Whether to read again. Stricter than kubernetes/client-go rest/with_retry.go in what it waits in all, and kinder to
 * servers that fail without a Retry-After header.
 */
export function nextTry(last: Try, { tried, waited }: Effort, limits: Limits, random: () => number): NextTry {
  const plan = planFor(last, tried, limits, random);
  if (plan === undefined) return { next: "stop" };
  const { wish, tries } = plan;
  if (wish > limits.waiting) return { next: "too-long", milliseconds: wish };
  if (tried >= tries || waited + wish > limits.waiting) return { next: "stop" };
  return { next: "wait", milliseconds: wish };
}

interface Patience {
  /** Milliseconds. */
  readonly wish: number;
  readonly tries: number;
}

function planFor(
  last: Try,
  tried: number,
  { backoff, tries }: Limits,
  random: () => number,
): Patience | undefined {
  const usual = backoff * 2 ** (tried - 1) * (0.5 + random());
  const few = Math.min(tries, 3);
  switch (last.came) {
    case "answer":
      if (last.status === 429) return { wish: last.retryAfter ?? 2 * usual, tries };
      return last.status < 500 ? undefined : { wish: last.retryAfter ?? usual, tries: few };
    case "break":
      return { wish: last.connection === "used" ? 0 : usual, tries };
    case "no-name-yet":
      return { wish: usual, tries: few };
    case "fault":
      return undefined;
  }
}

/** Milliseconds, from a Retry-After header in seconds or as a date, which is measured by the answer's own Date. */
export function readRetryAfter(header: string | undefined, date: number | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const at = /^[A-Z][a-z]{2,}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) || date === undefined ? undefined : Math.max(0, at - date);
}
