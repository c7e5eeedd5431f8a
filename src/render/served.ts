import type { Phrase } from "../kubernetes/index.ts";
import { flatten } from "../kubernetes/index.ts";
import { metric } from "./audit/prometheus.ts";
import { shown } from "./escape.ts";
import type { Exposition } from "./exposition.ts";
import { exposing, one } from "./exposition.ts";
import { policy } from "./html/page/index.ts";

/** What `serve` knows of its own work. */
export interface ServeFacts {
  readonly audits: { readonly ok: number; readonly failed: number };
  /** The audit that ended last; `undefined` before the first. */
  readonly last: { readonly result: "ok" | "failed"; readonly seconds: number } | undefined;
  /** Of the last audit that wrote reports to the cluster; `undefined` before, or if none is to be written. */
  readonly reports: { readonly current: number; readonly failed: number } | undefined;
  /** To the API server. */
  readonly requests: number;
  readonly version: string;
}

/**
 * The metrics of the last good report and those of `serve` itself.
 *
 * @param report in the format of `auditPrometheus`, whose gauges are the same in both; empty before the first
 */
export function serveMetrics(
  report: string,
  { audits, last, reports, requests, version }: ServeFacts,
  form: Exposition,
): string {
  const { counter, build, end } = exposing(form);
  return [
    report,
    metric(
      "pvguard_last_audit_ok",
      "1 when the last audit succeeded; 0 when it failed, and an earlier report is kept.",
      last === undefined ? [] : [one(last.result === "ok" ? 1 : 0)],
    ),
    counter("pvguard_audits_total", "Audits that have ended, by their result.", [
      { labels: { result: "ok" }, value: audits.ok },
      { labels: { result: "failed" }, value: audits.failed },
    ]),
    metric(
      "pvguard_audit_duration_seconds",
      "Duration of the last audit.",
      last === undefined ? [] : [one(last.seconds)],
    ),
    metric(
      "pvguard_policy_reports",
      "Policy reports of the last good audit: up to date in the cluster, or failed to be written.",
      reports === undefined
        ? []
        : [
            { labels: { state: "current" }, value: reports.current },
            { labels: { state: "failed" }, value: reports.failed },
          ],
    ),
    counter("pvguard_api_requests_total", "Requests sent to the API server.", [one(requests)]),
    build(version),
    end,
  ].join("");
}

/** The Content-Security-Policy of the page. No other site may show it in a frame, which only a header can forbid. */
export const servedPolicy = `${policy}; frame-ancestors 'none'`;

/** @param notice what a reader must know before reading, such as that it is old */
export function servedPage(page: string, notice: Phrase | undefined): string {
  if (notice === undefined) return page;
  const told = `<p class="notice" role="status">${escaped(flatten(notice, shown))}</p>\n`;
  // The first is the page's own: all data in it is escaped.
  return page.replace("<header>\n", (header) => `${header}${told}`);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
