import { type Phrase, say, words } from "../../../model/index.ts";
import type { HeaderList } from "../../kubeconfig/index.ts";
import type { LiveSurroundings } from "./surroundings.ts";

const secretHeaders = /^(authorization|proxy-authorization|cookie|set-cookie|www-authenticate)$/i;
const bodyShown = 1024;

/**
 * What `-v` shows of requests: 6 the URL and the status, 7 also what was sent, 8 also the answer's headers, 9 also the
 * begin of its body. Mirrors kubernetes/client-go transport/round_trippers.go `DebugWrappers` (v1.36).
 */
export interface RequestLog {
  sent(url: URL, headers: HeaderList): void;
  answered(url: URL, status: number, headers: HeaderList, milliseconds: number): void;
  body(bytes: Uint8Array): void;
  failed(url: URL, problem: Phrase): void;
}

export function requestLog({ verbosity, log }: Pick<LiveSurroundings, "verbosity" | "log">): RequestLog {
  const at = (level: number, line: () => Phrase) => {
    if (verbosity >= level) log(line());
  };
  const show = (level: number, headers: HeaderList) => {
    for (const [name, value] of headers) at(level, () => say`    ${name}: ${masked(name, value)}`);
  };
  return {
    sent(url, headers) {
      at(7, () => say`GET ${url.href}`);
      at(7, () => words("Request Headers:"));
      show(7, headers);
    },
    answered(url, status, headers, milliseconds) {
      at(6, () => say`GET ${url.href} ${status} in ${milliseconds} milliseconds`);
      at(8, () => words("Response Headers:"));
      show(8, headers);
    },
    body(bytes) {
      at(9, () => {
        const shown = Buffer.from(bytes.subarray(0, bodyShown)).toString("utf8");
        return say`Response Body: ${shown}${words(bytes.length > bodyShown ? " [truncated]" : "")}`;
      });
    },
    failed(url, problem) {
      at(6, () => say`GET ${url.href} failed: ${problem}`);
    },
  };
}

function masked(name: string, value: string): string {
  if (!secretHeaders.test(name)) return value;
  const scheme = /^(Bearer|Basic|Negotiate) /i.exec(value)?.[0] ?? "";
  return `${scheme}<masked>`;
}
