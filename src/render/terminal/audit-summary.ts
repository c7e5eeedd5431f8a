import type { Unread } from "../../cluster/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { counted, humanDuration, join, nameKey, nameOf, say, words } from "../../kubernetes/index.ts";
import type { AuditReport } from "../../report/index.ts";
import { bytesOfAll, scoreOf } from "../../report/index.ts";
import { gibibytes } from "../amounts.ts";
import { many } from "../card/rows.ts";
import type { Block, Text } from "../doc.ts";
import { item, paragraph, styledLine } from "../doc.ts";
import { severityCounts } from "../labels.ts";
import { unreadName } from "./holds.ts";
import type { BlindSpot } from "./unread.ts";
import { blindSpots, silencedCodes, unreadLine } from "./unread.ts";

/** The same with another count, and what was not checked in one line. */
export function shortSummary(report: AuditReport, count: Text): readonly Block[] {
  const spots = blindSpots(report.silenced).map(
    ({ unread }) => say`${unreadName(unread)} (${words(whys[unread.reason])})`,
  );
  const named = join(spots.slice(0, mostSpots), ", ");
  const rest = spots.length - mostSpots;
  const more = words(rest > 0 ? ` and ${rest} more. Details: --by rule` : ". Details: --by rule");
  return [
    ...stuck(report),
    ...(count.length === 0 ? [] : [styledLine("heading", count)]),
    ...(spots.length === 0 ? [] : [styledLine("careful", [...words("Not checked: "), ...named, ...more])]),
    ...recentLines(report).map((line) => styledLine("careful", line)),
    ...sinceBaseline(report),
    ...leftOut(report),
  ];
}

const whys: Record<Unread["reason"], string> = {
  Forbidden: "forbidden",
  NotServed: "not served",
  Unavailable: "reading failed",
  NotCollected: "not in the input",
  NotJudged: "a rule failed",
  LeftToChance: "depends on chance",
};

/** First the number of findings, and what was not checked: no findings must not look like a healthy cluster. */
export function summaryBlocks(report: AuditReport): readonly Block[] {
  return [
    ...stuck(report),
    ...(report.findings.length === 0 && report.unjudged !== undefined && report.unjudged.length > 0
      ? []
      : [styledLine("heading", found(report))]),
    ...scoreLines(report).map((line) => styledLine("aside", line)),
    ...limits(report),
    ...recentLines(report).map((line) => styledLine("careful", line)),
    ...sinceBaseline(report),
    ...leftOut(report),
  ];
}

/** How much there is, in one line. */
export function found(report: AuditReport): Phrase {
  const { findings, silenced, skipped, comparison, clock } = report;
  if (findings.length === 0) {
    const isPartial = silenced.length > 0 || skipped.length > 0 || recentLines(report).length > 0;
    const nothing = comparison === undefined ? "No problems found" : "No new problems found";
    const [all, part] =
      clock === "manifests"
        ? [" in these manifests", " in the manifests that could be checked"]
        : ["", " in what could be checked"];
    return words(`${nothing}${isPartial ? part : all}.`);
  }
  const objects = new Set(findings.map(({ subject }) => nameKey(subject)));
  const bytes = bytesOfAll(findings);
  const many = counted(objects.size, "object");
  const size = bytes === 0 ? "" : `, ${gibibytes(bytes)} GiB`;
  return words(
    `${severityCounts(findings)}${comparison === undefined ? "" : ", all new,"} about ${many}${size}.`,
  );
}

/** docs/score.md has what it is made of. */
export function scoreLines(report: AuditReport): readonly Phrase[] {
  const score = scoreOf(report);
  if (score === undefined) return [];
  const { value, errors, warnings, notYet } = score;
  if (value === undefined) return [words("No score, because not everything was checked.")];
  const parts = [
    `${counted(errors, "cause")} with an error`,
    `${warnings} with a warning`,
    ...(notYet === 0 ? [] : [`${counted(notYet, "object")} not checked yet`]),
  ];
  return [words(`Score: ${value} of 100 (${parts.join(", ")}).`)];
}

const mostStuck = 10;

/** What is stuck for all to see is no silence, also where no rule could say why. */
function stuck({ unjudged = [] }: AuditReport): readonly Block[] {
  if (unjudged.length === 0) return [];
  const more = unjudged.length - mostStuck;
  return [
    styledLine(
      "heading",
      words("Stuck, but the input has too little to say why (`why` says what is missing):"),
    ),
    ...unjudged.slice(0, mostStuck).map(({ object, state }) => point(say`${nameOf(object)}: ${state}`)),
    ...(more > 0 ? [point(words(`${more} more`))] : []),
  ];
}

/** The rules that say nothing of something because it is too new have not found it harmless. */
export function recentLines(report: AuditReport): readonly Phrase[] {
  return [...deletionLines(report), ...waitLines(report)];
}

function waitLines({ recentWaits = [] }: AuditReport): readonly Phrase[] {
  if (recentWaits.length === 0) return [];
  const counts = recentWaits.map(({ kind, count }) =>
    counted(count, many[kind]?.slice(0, -1) ?? kind.toLowerCase()),
  );
  return [words(`Not checked yet, because they began to wait only minutes ago: ${counts.join(", ")}`)];
}

function deletionLines({ recentDeletions }: AuditReport): readonly Phrase[] {
  if (recentDeletions === undefined) return [];
  const { olderThan, objects } = recentDeletions;
  const named = join(objects.slice(0, mostSpots).map(nameOf), ", ");
  const rest = objects.length - mostSpots;
  const more = words(rest > 0 ? ` and ${rest} more` : "");
  const which = objects.length === 1 ? "1 object that has" : `${objects.length} objects that have`;
  const age = words(humanDuration(olderThan));
  return [
    say`Not checked yet: ${words(which)} been Terminating for less than ${age}: ${named}${more}. To check deletions of any age: --older-than 0s`,
  ];
}

const point = (text: Text) => item([{ words: "  - " }], [paragraph(text, 2)]);

const mostSpots = 3;
const mostCodes = 6;

/** Which rules could not see everything; empty if all could. */
export function limitsLine({ silenced, asked }: AuditReport): readonly Block[] {
  const codes = silencedCodes(silenced);
  if (codes.length === 0) return [];
  const who = codes.length <= mostCodes ? codes.join(", ") : `${codes.length} of ${asked.length} rules`;
  return [styledLine("careful", words(`Not everything was checked. ${who} could not see:`))];
}

function limits(report: AuditReport): readonly Block[] {
  const spots = blindSpots(report.silenced);
  const rest = spots.length - mostSpots;
  return [
    ...limitsLine(report),
    ...spots.slice(0, mostSpots).map((spot) => point(spotPhrase(spot, spots))),
    ...(rest > 0 ? [point(words(`${rest} more; see "Not read" below`))] : []),
  ];
}

function spotPhrase({ unread, codes }: BlindSpot, { length }: readonly BlindSpot[]): Phrase {
  if (length === 1) return unreadLine(unread);
  const needed = codes.length <= mostCodes ? codes.join(", ") : `${codes.length} rules`;
  return say`${unreadLine(unread)}; needed by ${words(needed)}`;
}

function sinceBaseline({ comparison }: AuditReport): readonly Block[] {
  if (comparison === undefined) return [];
  const { baseline, takenAt, known, solved, unsure } = comparison;
  const doubt = unsure.length === 0 ? "" : `, ${unsure.length} that could not be checked again`;
  return [
    paragraph(
      say`Since ${baseline} (of ${takenAt}): ${words(`${solved.length} solved, ${known} known and not shown${doubt}.`)}`,
      2,
    ),
  ];
}

function leftOut({ ignored, changed, notLookedAgain }: AuditReport): readonly Block[] {
  const parts = [
    ...(ignored.length === 0 ? [] : [`${ignored.length} ignored on request`]),
    ...(changed.length === 0 ? [] : [`${changed.length} resolved when checked again`]),
  ];
  const once = `${notLookedAgain} ${notLookedAgain === 1 ? "was" : "were"} checked once, not twice: there are too many, or reading again failed.`;
  return [
    ...(parts.length === 0 ? [] : [styledLine("aside", words(`Left out: ${parts.join(", ")}.`))]),
    ...(notLookedAgain === 0 ? [] : [styledLine("aside", words(once))]),
  ];
}
