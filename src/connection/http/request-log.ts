import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { HeaderList } from "../kubeconfig/index.ts";
import type { LiveSurroundings } from "./surroundings.ts";

const secretHeaders = /^(authorization|proxy-authorization|cookie|set-cookie|www-authenticate)$/i;
const bodyShown = 1024;

interface LoggedAnswer {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly milliseconds: number;
}

/**
 * What `-v` shows of requests: 6 the URL and the status, 7 also what was sent, 8 also the answer's headers, 9 also the
 * begin of its body. Mirrors kubernetes/client-go transport/round_trippers.go `DebugWrappers` (v1.36).
 */
export interface RequestLog {
  /** How many requests were sent so far, each try counted. */
  count(): number;
  sent(method: string, url: URL, headers: HeaderList): void;
  answered(method: string, url: URL, answer: LoggedAnswer): void;
  body(bytes: Uint8Array): void;
  /** A body of so many bytes, which are no text, was taken while it came. */
  taken(bytes: number): void;
  failed(method: string, url: URL, problem: Phrase): void;
}

export function requestLog({ verbosity, log }: Pick<LiveSurroundings, "verbosity" | "log">): RequestLog {
  const at = (level: number, line: () => Phrase) => {
    if (verbosity >= level) log(line());
  };
  const show = (level: number, headers: () => HeaderList) => {
    if (verbosity < level) return;
    for (const [name, value] of headers()) log(say`    ${name}: ${masked(name, value)}`);
  };
  let count = 0;
  return {
    count: () => count,
    sent(method, url, headers) {
      count += 1;
      at(7, () => say`${method} ${url.href}`);
      at(7, () => words("Request Headers:"));
      show(7, () => headers);
    },
    answered(method, url, { status, headers, milliseconds }) {
      at(6, () => say`${method} ${url.href} ${status} in ${milliseconds} milliseconds`);
      at(8, () => words("Response Headers:"));
      show(8, () => pairs(headers));
    },
    body(bytes) {
      at(9, () => {
        // Bytes that are not text would drive the terminal.
        if (bytes.includes(0)) return noText(bytes.length);
        const shown = Buffer.from(bytes.subarray(0, bodyShown)).toString("utf8");
        return say`Response Body: ${shown}${words(bytes.length > bodyShown ? " [truncated]" : "")}`;
      });
    },
    taken(bytes) {
      at(9, () => noText(bytes));
    },
    failed(method, url, problem) {
      at(6, () => say`${method} ${url.href} failed: ${problem}`);
    },
  };
}

function noText(bytes: number): Phrase {
  return say`Response Body: ${bytes} bytes that are not text`;
}

function pairs(raw: readonly string[]): HeaderList {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""] as const] : []));
}

function masked(name: string, value: string): string {
  if (!secretHeaders.test(name)) return value;
  const scheme = /^(Bearer|Basic|Negotiate) /i.exec(value)?.[0] ?? "";
  return `${scheme}<masked>`;
}
