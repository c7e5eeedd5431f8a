import { knowledge } from "../../knowledge.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { ServeFacts } from "../../render/index.ts";
import type { AuditReport } from "../../report/index.ts";
import { audited } from "../audit/audited.ts";
import { settingsOf } from "../audit/settings.ts";
import type { ExitCode } from "../failure.ts";
import { endedEarly } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { verbosity } from "../flags/index.ts";
import { logTo, printWarnings } from "../print.ts";
import type { Source } from "../sources/source.ts";
import type { Output, Surroundings } from "../surroundings.ts";
import { addressOf, intervalOf } from "./flags.ts";
import { pauseAfter } from "./pause.ts";
import type { Printed } from "./site.ts";
import { printed, siteOf } from "./site.ts";

/** What reads and answers, and nothing that writes to a cluster or to a disk. */
export type ServeSurroundings = Pick<
  Surroundings,
  | "about"
  | "err"
  | "interrupted"
  | "listen"
  | "now"
  | "open"
  | "pause"
  | "random"
  | "readFile"
  | "rest"
  | "unhurried"
>;

/** What became of the policy reports of an audit. */
interface Published {
  readonly current: number;
  readonly failed: number;
  readonly written: number;
  readonly removed: number;
  readonly problem: Phrase | undefined;
  readonly requests: number;
}

/**
 * Audits and answers until it is interrupted. What cannot be meant is refused before that.
 *
 * @param publish writes the reports of a good audit elsewhere, and never throws
 */
export async function serveOn(
  flags: FlagValues,
  surroundings: ServeSurroundings,
  publish?: (report: AuditReport) => Promise<Published>,
): Promise<ExitCode> {
  const { about, err, interrupted, now } = surroundings;
  const interval = intervalOf(flags);
  const address = addressOf(flags);
  await settingsOf(flags, knowledge.rules, surroundings);
  // Sends nothing: a kubeconfig that cannot be used is no outage.
  (await surroundings.open(flags)).close();
  const isQuiet = flags.isGiven(verbosity) && flags.number(verbosity) === 0;
  const tell = logTo(surroundings);

  const audits = { ok: 0, failed: 0 };
  let facts: ServeFacts = {
    audits,
    last: undefined,
    reports: undefined,
    requests: 0,
    version: about.version,
  };
  let kept: Kept | undefined;
  let answer = siteOf({ kept: undefined, failed: undefined, facts }, { now, interval });
  let failures = 0;
  let warned: ReadonlySet<string> = new Set();

  async function auditOnce(): Promise<number> {
    const at = now();
    const { requests, warnings, ...outcome } = await tried(flags, surroundings, at);
    const took = now() - at;
    if (interrupted.aborted) return 0;
    for (const warning of warnings) if (!warned.has(warning)) err.write(warning);
    warned = warnings;
    const fault = faultOf(outcome, kept, at - mostMissed * interval);
    if (fault === undefined) kept = outcome.kept;
    const result = fault === undefined ? "ok" : "failed";
    audits[result] += 1;
    failures = fault === undefined ? 0 : failures + 1;
    facts = { ...facts, last: { result, seconds: took / 1000 }, requests: facts.requests + requests };
    const show = () => {
      answer = siteOf({ kept, failed: fault && { at, because: fault }, facts }, { now, interval });
    };
    show();
    if (fault === undefined && outcome.report !== undefined && publish !== undefined) {
      note(await publish(outcome.report));
      show();
    }
    const pause = pauseAfter({ failures, took: now() - at, interval }, surroundings.random);
    const effort = say`after ${seconds(took)} and ${requests} requests`;
    if (fault !== undefined) tell(say`audit failed ${effort}: ${fault}; next try in ${seconds(pause)}`);
    else if (!isQuiet && outcome.report !== undefined)
      tell(say`audit ended ${effort}: ${counted(outcome.report)}`);
    return pause;
  }

  function note({ requests, problem, ...reports }: Published): void {
    facts = { ...facts, reports, requests: facts.requests + requests };
    if (problem !== undefined)
      tell(say`${reports.failed} policy reports were not written: ${problem}. The next audit tries again.`);
    else if (!isQuiet && reports.written + reports.removed > 0)
      tell(say`policy reports: ${reports.written} written, ${reports.removed} removed`);
  }

  return await surroundings.unhurried(async () => {
    const listening = await surroundings.listen(address, (asked) => answer(asked));
    if (!isQuiet) tell(say`serving on ${listening.url}`);
    const interruption = new Promise<void>((settle) => {
      interrupted.addEventListener("abort", () => settle());
    });
    const work = async () => {
      while (!interrupted.aborted) await surroundings.pause(await auditOnce());
    };
    await Promise.race([work(), interruption]);
    await listening.close();
    return 0 as const;
  });
}

/** For so many intervals, what some lists said last counts for more than a report without them. */
const mostMissed = 3;

interface Kept extends Printed {
  /** Lists that could not be read for it, and might be later. */
  readonly lists: ReadonlySet<string>;
}

interface Outcome {
  readonly report?: AuditReport;
  readonly kept?: Kept;
  readonly problem?: Phrase;
}

interface Tried extends Outcome {
  readonly requests: number;
  /** What was told besides, each text once. */
  readonly warnings: ReadonlySet<string>;
}

/** One audit, over connections of its own: it asks what `audit` asks. */
async function tried(flags: FlagValues, surroundings: ServeSurroundings, at: number): Promise<Tried> {
  const warnings = new Set<string>();
  const err: Output = {
    write: (text) => warnings.add(text),
    sent: async () => {},
    columns: undefined,
    isTerminal: false,
  };
  const told = { rest: surroundings.rest, err };
  let source: Source | undefined;
  const ended = (outcome: Outcome): Tried => ({ ...outcome, requests: source?.requests() ?? 0, warnings });
  try {
    const settings = await settingsOf(flags, knowledge.rules, surroundings);
    source = await surroundings.open(flags);
    const report = await audited({ settings, request: undefined, flags }, source, told);
    printWarnings(source, told);
    const lists = unavailable(report);
    return ended({ report, kept: { ...printed(report, at, surroundings.about.version), lists } });
  } catch (thrown) {
    return ended({ problem: endedEarly(thrown).error.message });
  } finally {
    source?.close();
  }
}

/**
 * Why an audit does not count as a good one. While the API fails in part, some lists cannot be read that could be read
 * before: without them findings would seem to be solved.
 *
 * @param oldest when the report before must have been made, to be kept for that
 */
function faultOf({ kept, problem }: Outcome, before: Kept | undefined, oldest: number): Phrase | undefined {
  if (kept === undefined) return problem ?? words("no report");
  if (before === undefined || before.at < oldest) return undefined;
  const missed = [...kept.lists].find((list) => !before.lists.has(list));
  return missed === undefined ? undefined : say`could not read ${missed}`;
}

function unavailable({ unread }: AuditReport): ReadonlySet<string> {
  const lists = unread.filter(({ reason, scope }) => reason === "Unavailable" && scope.of !== "object");
  return new Set(
    lists.map(({ resource, scope }) => `${resource}${"namespace" in scope ? ` in ${scope.namespace}` : ""}`),
  );
}

function counted({ findings, silenced }: AuditReport): Phrase {
  const causes = new Set(findings.map(({ cause }) => cause.id)).size;
  const unsure = silenced.length === 0 ? "" : "; not everything could be checked";
  return words(`findings: ${findings.length}, causes: ${causes}${unsure}`);
}

function seconds(milliseconds: number): Phrase {
  return words(`${(milliseconds / 1000).toFixed(1)}s`);
}
