import { humanDuration, say, secondsSince, shortNameOf, words } from "../../kubernetes/index.ts";
import type { Diagnosis, Report } from "../../report/index.ts";
import type { Block, Text } from "../doc.ts";
import { apart, section, table } from "../doc.ts";
import { fates } from "../labels.ts";
import { forPeople } from "../present.ts";
import type { RenderOptions } from "../renderer.ts";
import { headerAndClock, headerBlocks } from "../terminal/header.ts";
import { unreadBlocks } from "../terminal/unread.ts";
import { cardBlocks } from "./card.ts";
import { causesOf } from "./headline.ts";

/** A card for each object. What was not read is told with each that it can matter to. */
function cards(report: Report, options: RenderOptions): readonly Block[] {
  const { diagnoses, unread } = report;
  const [header, clock] = headerAndClock(report, options);
  const told = diagnoses.map((diagnosis, position) =>
    cardBlocks(diagnosis, report, options, position === diagnoses.length - 1 ? clock : []),
  );
  return apart([
    header,
    diagnoses.length > 1 ? overviewBlocks(report, options) : [],
    ...told,
    diagnoses.length > 0 ? [] : section(words("Not read"), unreadBlocks(unread)),
  ]);
}

export const text = forPeople("text", "for people, one screen an object", cards);

const header = ["namespace", "object", "state", "for", "data", "cause"];

function row({ object, state, since, fate, ...diagnosis }: Diagnosis, now: number): readonly Text[] {
  const seconds = secondsSince(since, now);
  const data = fate === undefined ? undefined : fates[fate.data];
  return [
    object.namespace === undefined ? [] : say`${object.namespace}`,
    shortNameOf(object),
    say`${state}`,
    words(seconds === undefined ? "" : humanDuration(seconds)),
    data === undefined ? [] : [{ words: data.short, style: data.style }],
    causesOf({ object, ...diagnosis }),
  ];
}

/** One row for each object. */
function overviewBlocks(report: Report, options: RenderOptions): readonly Block[] {
  const now = Date.parse(options.now ?? report.takenAt);
  const rows = report.diagnoses.map((diagnosis) => row(diagnosis, now));
  return rows.length === 0 ? [] : [table(header, rows, options)];
}

function briefBlocks(report: Report, options: RenderOptions): readonly Block[] {
  return apart([
    headerBlocks(report, options),
    overviewBlocks(report, options),
    section(words("Not read"), unreadBlocks(report.unread)),
  ]);
}

/** An overview: which objects, in what state, what becomes of their data, and why. */
export const brief = forPeople("brief", "for people, one line an object", briefBlocks);
