import type { Line, Received } from "./ask.ts";
import { Break } from "./break.ts";
import { codeOf, speaksHttps } from "./failure.ts";
import { type Format, json } from "./format.ts";
import { readRetryAfter, type Try } from "./retry.ts";
import { type ApiStatus, readStatus } from "./status.ts";

/** The server's answer, when there was one that can be read. */
export interface Answer {
  readonly status: number;
  /** The value in the body. For an answer that reports a failure, `undefined` if there is none. */
  readonly body: unknown;
  readonly failure: ApiStatus | undefined;
  /** The begin of what came instead of JSON. */
  readonly text: string;
}

const textShown = 200;

/** Throws an `AccessError` for a success that cannot be read. */
export function answerOf(
  { status, headers, bytes, taken }: Received,
  { connection, limits }: Line,
  format: Format = json,
): Answer {
  if (taken !== undefined) return { status, body: taken.value, failure: undefined, text: "" };
  const type = headers["content-type"] ?? "";
  if (status >= 200 && status < 300) {
    const body = format.read(bytes, type, limits);
    return { status, body, failure: readStatus(body), text: "" };
  }
  const body = valueIn(() => format.read(bytes, type, limits));
  const text = Buffer.from(bytes.subarray(0, textShown)).toString("utf8").trim();
  if (status === 400 && /HTTP request to an HTTPS server/i.test(text)) throw speaksHttps(connection.server);
  return { status, body, failure: readStatus(body), text };
}

/** Answers that report a failure can be anything. */
function valueIn(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

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

export function dateOf(header: string | undefined): number | undefined {
  const at = Date.parse(header ?? "");
  return Number.isNaN(at) ? undefined : at;
}
