import type { PolicyFormat, Published } from "../changes/executor/policy-reports.ts";
import { publishReports } from "../changes/executor/policy-reports.ts";
import type { Phrase } from "../kubernetes/index.ts";
import { words } from "../kubernetes/index.ts";
import { policyReportsOf } from "../render/index.ts";
import type { AuditReport } from "../report/index.ts";
import { endedEarly } from "./failure.ts";
import type { FlagValues } from "./flags/index.ts";
import type { Surroundings } from "./surroundings.ts";

type Publisher = Pick<Surroundings, "connect" | "hazards" | "interrupted">;

/** With how many requests went to the API server, each try counted. */
type Result = Published & { readonly requests: number };

/** Writes the reports of a good audit to its cluster, over a connection of its own. Never throws. */
export async function published(
  report: AuditReport,
  format: PolicyFormat,
  flags: FlagValues,
  { connect, hazards, interrupted }: Publisher,
): Promise<Result> {
  const wanted = policyReportsOf(report, format);
  const failed = (problem: Phrase): Result => ({
    current: 0,
    failed: wanted.length,
    written: 0,
    removed: 0,
    problem,
    requests: 0,
  });
  try {
    const { source, client, proof } = await connect(flags);
    try {
      if (proof === "skipped" || hazards.length > 0)
        return failed(words("the server's certificate is not verified, so nothing was written"));
      // What a rule could not look at may be as it was.
      const stale = report.silenced.length + report.skipped.length === 0 ? "remove" : "keep";
      const result = await publishReports(wanted, stale, { client, format, signal: interrupted });
      return { ...result, requests: source.requests() };
    } finally {
      source.close();
    }
  } catch (thrown) {
    return failed(endedEarly(thrown).error.message);
  }
}
