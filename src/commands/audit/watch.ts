import type { Phrase } from "../../kubernetes/index.ts";
import { nameOf, say, secondsIn, timestamp, words } from "../../kubernetes/index.ts";
import { noteText, unreadLine } from "../../render/index.ts";
import type { RenderOptions } from "../../render/renderer.ts";
import type { AuditReport, EarlierFinding, Finding } from "../../report/index.ts";
import type { ExitCode } from "../failure.ts";
import { endedEarly, Failure, usageError } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { from, isMachineFormat } from "../flags/index.ts";
import type { Source } from "../sources/source.ts";
import type { Surroundings } from "../surroundings.ts";
import { compared, earlierIn } from "./baseline.ts";
import { baseline, interval } from "./flags.ts";

/** Milliseconds between two audits. What cannot be watched is refused before anything is asked. */
export function intervalOf(flags: FlagValues, format: string | undefined): number {
  if (flags.texts(from).length > 0)
    throw usageError("--watch needs a cluster: files given with --from do not change");
  if (isMachineFormat(format)) throw usageError("--watch cannot be used with this output format");
  if ((flags.text(baseline) ?? "") !== "") throw usageError("--watch cannot be used with --baseline");
  const given = flags.text(interval) ?? "";
  const seconds = secondsIn(given);
  if (seconds !== undefined && seconds > 0) return seconds * 1000;
  throw new Failure("usage", say`error: --interval must be a duration such as 10s, 1m or 1h, not "${given}"`);
}

interface Watched {
  /** What was printed already. */
  readonly report: AuditReport;
  readonly source: Source;
  readonly every: number;
  /** The same audit of the cluster as it is by then. */
  again(): Promise<AuditReport>;
}

/** Reports what changes until the person interrupts or reads no more. An audit that fails is told of, and the next one is compared with the last that did not. */
export async function watchOn(
  { report, source, every, again }: Watched,
  options: RenderOptions,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { out, busy, now, whileRead } = surroundings;
  let known: readonly EarlierFinding[] = report.findings;
  let before = report;
  let failure = "";
  const follow = async (signal: AbortSignal) => {
    for await (const _ of source.watch([], signal, every)) {
      try {
        const after = await again();
        const { lines, left } = changesOf(known, before, after);
        out.write(noteText(after.takenAt, lines, options));
        [known, before, failure] = [left, after, ""];
      } catch (thrown) {
        if (signal.aborted) break;
        const { line } = endedEarly(thrown);
        const text = JSON.stringify(line);
        // One that goes on is told once.
        if (text !== failure) surroundings.err.write(noteText(timestamp(now()), [line], options));
        failure = text;
      }
    }
  };
  await busy(words("Waiting for changes"), () => whileRead(follow));
  return 130;
}

/** What is different, and the findings that are still known: also what could not be checked again. */
function changesOf(
  known: readonly EarlierFinding[],
  before: AuditReport,
  after: AuditReport,
): { readonly lines: readonly Phrase[]; readonly left: readonly EarlierFinding[] } {
  const earlier = { file: "", takenAt: before.takenAt, findings: known };
  const ignored = after.ignored.map(({ finding }) => finding);
  const isSkipped = after.skipped.length > before.skipped.length;
  const { solved, unsure } = compared(earlier, {
    all: [...after.findings, ...ignored],
    askedCodes: new Set(known.map(({ code }) => code)),
    silencedCodes: new Set((isSkipped ? after.asked : after.silenced).map(({ code }) => code)),
    isShown: () => true,
  });
  const isKnown = earlierIn(earlier);
  const isStill = earlierIn({ ...earlier, findings: after.findings });
  const added = after.findings.filter((finding) => isKnown(finding) === undefined);
  const set = ignored.filter((finding) => isKnown(finding) !== undefined && isStill(finding) === undefined);
  const graver = after.findings.flatMap((finding) => severityChange(finding, isKnown(finding)));
  const lines = [
    ...added.map((finding) => say`new ${words(finding.severity)} ${name(finding)}: ${finding.message}`),
    ...graver,
    ...solved.map((finding) => say`no longer found: ${name(finding)}`),
    ...set.map((finding) => say`ignored on request: ${name(finding)}`),
    ...blindness(before, after),
  ];
  return { lines, left: [...after.findings, ...unsure] };
}

function name({ code, subject }: Pick<Finding, "code" | "subject">): Phrase {
  return say`${words(code)} ${nameOf(subject)}`;
}

function severityChange(finding: Finding, earlier: EarlierFinding | undefined): readonly Phrase[] {
  if (earlier === undefined || earlier.severity === finding.severity) return [];
  return [say`${name(finding)} is now ${words(finding.severity)} (was ${words(earlier.severity)})`];
}

/** Findings of a rule that cannot look do not count as gone, and the person is told from when to when that is so. */
function blindness(before: AuditReport, after: AuditReport): readonly Phrase[] {
  const codesOf = ({ silenced }: AuditReport) => new Set(silenced.map(({ code }) => code));
  const [was, is] = [codesOf(before), codesOf(after)];
  const begun = [...is].filter((code) => !was.has(code));
  const ended = [...was].filter((code) => !is.has(code));
  const why = after.silenced.find(({ code }) => begun.includes(code))?.unread;
  return [
    ...(why === undefined
      ? []
      : [say`${words(begun.join(", "))} can no longer check everything: ${unreadLine(why)}`]),
    ...(ended.length === 0 ? [] : [say`${words(ended.join(", "))} can check everything again`]),
  ];
}
