import type { Phrase } from "../../kubernetes/index.ts";
import { say, timestamp } from "../../kubernetes/index.ts";
import type { Exposition, Renderer, ServeFacts } from "../../render/index.ts";
import {
  auditRenderers,
  contentTypes,
  expositionFor,
  plainOptions,
  servedPage,
  servedPolicy,
  serveMetrics,
} from "../../render/index.ts";
import type { AuditReport } from "../../report/index.ts";
import type { PageAnswer, PageRequest } from "../surroundings.ts";

/** A report, printed once: every client gets the same. */
export interface Printed {
  /** When its audit began, by our own clock, in milliseconds. */
  readonly at: number;
  readonly page: string;
  readonly json: Uint8Array;
  readonly metrics: string;
}

export function printed(report: AuditReport, at: number, version: string): Printed {
  const options = { ...plainOptions, version };
  const json = formatNamed("json")?.pieces?.(report) ?? [];
  return {
    at,
    page: formatNamed("html")?.render(report, options) ?? "",
    json: Buffer.concat([...json].map((piece) => Buffer.from(piece))),
    metrics: formatNamed("prometheus")?.render(report, options) ?? "",
  };
}

function formatNamed(name: string): Renderer<AuditReport> | undefined {
  return auditRenderers.find((each) => each.name === name);
}

/** What there is to show after an audit. */
interface Shown {
  /** The last good report. */
  readonly kept: Printed | undefined;
  /** Why the last audit failed; `undefined` if it did not. */
  readonly failed: { readonly at: number; readonly because: Phrase } | undefined;
  readonly facts: ServeFacts;
}

interface Clock {
  now(): number;
  /** In milliseconds. */
  readonly interval: number;
}

/** A report that is older than so many intervals is not ready to be read. */
const mostIntervals = 3;

/** Makes what is answered until the next audit has ended. */
export function siteOf({ kept, failed, facts }: Shown, { now, interval }: Clock) {
  const notice =
    kept === undefined || failed === undefined
      ? undefined
      : say`The audit at ${timestamp(failed.at)} failed: ${failed.because}. This is the report of ${timestamp(kept.at)}.`;
  const none = plain(503, "no audit has succeeded yet", { "Retry-After": "10" });
  const page =
    kept &&
    answerOf(200, "text/html; charset=utf-8", servedPage(kept.page, notice), {
      "Content-Security-Policy": servedPolicy,
      ...lastModified(kept),
    });
  const json = kept && answerOf(200, "application/json; charset=utf-8", kept.json, lastModified(kept));
  const metrics = kept?.metrics ?? "";
  const metricsIn = (form: Exposition) =>
    answerOf(200, contentTypes[form], serveMetrics(metrics, facts, form));
  const exposed = { prometheus: metricsIn("prometheus"), openmetrics: metricsIn("openmetrics") };

  const aged = (answer: PageAnswer | undefined): PageAnswer => {
    if (answer === undefined || kept === undefined) return none;
    const age = Math.max(0, Math.floor((now() - kept.at) / 1000));
    return { ...answer, headers: { ...answer.headers, "X-Pvguard-Report-Age": String(age) } };
  };

  return ({ path, accepts }: PageRequest): PageAnswer => {
    switch (path) {
      case "/":
        return aged(page);
      case "/report.json":
        return aged(json);
      case "/metrics":
        return exposed[expositionFor(accepts)];
      case "/healthz":
        return plain(200, "ok");
      case "/readyz":
        if (kept === undefined) return none;
        return now() - kept.at <= mostIntervals * interval
          ? plain(200, "ok")
          : plain(503, `the last report is older than ${mostIntervals} intervals`);
      default:
        return plain(404, "not found");
    }
  };
}

function lastModified(kept: Printed | undefined): Readonly<Record<string, string>> {
  return kept === undefined ? {} : { "Last-Modified": new Date(kept.at).toUTCString() };
}

function plain(status: number, line: string, headers: PageAnswer["headers"] = {}): PageAnswer {
  return answerOf(status, "text/plain; charset=utf-8", `${line}\n`, headers);
}

function answerOf(
  status: number,
  type: string,
  body: string | Uint8Array,
  headers: PageAnswer["headers"] = {},
): PageAnswer {
  return {
    status,
    headers: {
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "Content-Type": type,
      ...headers,
    },
    body: typeof body === "string" ? Buffer.from(body) : body,
  };
}
