import { checkFlags } from "./audit/flags.ts";
import type { Command } from "./command.ts";
import { interval, listen, policyFormatOf, policyReports } from "./serve/flags.ts";

export const serve: Command = {
  name: "serve",
  summary: "Audit at an interval; serve the report and metrics",
  description: `Audits a cluster at an interval, and serves the last report and its metrics
over HTTP.`,
  details: `It has these pages: / (the report), /report.json, /metrics (for Prometheus),
/healthz (the process runs) and /readyz (there is a report, and it is not
older than three intervals). Without --policy-reports, serve only reads.

If an audit fails, serve keeps the last good report, says how old it is, and
tries again with growing pauses.

With --policy-reports, serve also writes each good report to the cluster, by
server-side apply: PolicyReports of wgpolicyk8s.io, or with =openreports those
of openreports.io. It writes only what has changed, and removes those of its
own reports that are out of date. Without the right to write, or without the
API, the audits go on.

serve does not ask who a client is: everyone who can connect to it can read
the report. It listens on 127.0.0.1 unless --listen says otherwise. In a pod
it needs no kubeconfig.

Exit codes: 0 ended by a signal; 2 wrong usage, or the address is in use.`,
  usage: "",
  examples: [
    { what: "Serve on this machine, and audit every 5 minutes", line: "serve" },
    { what: "Serve on every address, as in a pod", line: "serve --listen=:8080" },
    { what: "Also keep PolicyReports in the cluster", line: "serve --policy-reports" },
    { what: "Audit one namespace every minute", line: "serve -n shop --interval=1m" },
  ],
  common: ["listen", "interval", "namespace", "rules"],
  flags: [listen, interval, policyReports, ...checkFlags],
  words: { of: "none" },
  insteadOf: {
    from: "serve reads a cluster: use audit --from for files",
    output: "serve has a page for each format: /, /report.json and /metrics",
    baseline: "serve shows all findings: use audit --baseline",
  },
  async run({ flags }, surroundings) {
    const { serveOn } = await import("./serve/serve.ts");
    const format = policyFormatOf(flags);
    if (format === undefined) return await serveOn(flags, surroundings);
    const { published } = await import("./policy-reports.ts");
    return await serveOn(flags, surroundings, (report) => published(report, format, flags, surroundings));
  },
};
