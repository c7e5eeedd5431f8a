import { isRecord, own, recordIn, textIn } from "../../kubernetes/index.ts";
import type { Line, Received } from "./ask.ts";
import { speaksHttps } from "./failure.ts";
import type { Format } from "./json-body.ts";
import { json } from "./json-body.ts";

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

export function dateOf(header: string | undefined): number | undefined {
  const at = Date.parse(header ?? "");
  return Number.isNaN(at) ? undefined : at;
}

/** The API server's own report of a failure: a `Status` object, as far as it is one. */
interface ApiStatus {
  /** `NotFound`, `Forbidden`, `Expired` and so on; empty when it does not say. */
  readonly reason: string;
  readonly message: string;
  /** The object that it is about, if it is about one. */
  readonly name: string | undefined;
  /** With `Expired`: where the list can be continued, at another revision. */
  readonly continue: string | undefined;
}

export function readStatus(value: unknown): ApiStatus | undefined {
  if (!isRecord(value) || own(value, "kind") !== "Status") return undefined;
  return {
    reason: textIn(value, "reason") ?? "",
    message: textIn(value, "message") ?? "",
    name: textIn(recordIn(value, "details"), "name"),
    continue: textIn(recordIn(value, "metadata"), "continue"),
  };
}

/**
 * The texts of `Warning` headers with the code 299, which is how the API server speaks to a person.
 * Mirrors kubernetes/apimachinery pkg/util/net/http.go `ParseWarningHeader` (v1.36).
 */
export function readWarnings(header: string | undefined): readonly string[] {
  if (header === undefined) return [];
  const pattern = /299 [^\s"]+ "((?:[^"\\]|\\.)*)"/g;
  return [...header.matchAll(pattern)]
    .map(([, quoted]) => (quoted ?? "").replace(/\\(.)/g, "$1"))
    .filter((text) => text !== "" && !/\p{Cc}/u.test(text));
}
