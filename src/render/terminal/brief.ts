import { type Diagnosis, type Report, say, secondsSince, shortNameOf, words } from "../../model/index.ts";
import { humanDuration } from "../age.ts";
import { causesOf } from "../card/headline.ts";
import { apart, type Block, section, type Text } from "../doc.ts";
import { fates } from "../fates.ts";
import { present } from "../present.ts";
import type { Renderer, RenderOptions } from "../renderer.ts";
import { headerBlocks } from "./header.ts";
import { unreadBlocks } from "./unread.ts";

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
export function overviewBlocks(report: Report, options: RenderOptions): readonly Block[] {
  const now = Date.parse(options.now ?? report.takenAt);
  const rows = report.diagnoses.map((diagnosis) => row(diagnosis, now));
  const headers = options.headers === undefined ? {} : { headers: options.headers };
  return rows.length === 0 ? [] : [{ block: "table", header, rows, ...headers }];
}

function briefBlocks(report: Report, options: RenderOptions): readonly Block[] {
  return apart([
    headerBlocks(report, options),
    overviewBlocks(report, options),
    section(words("Not read"), unreadBlocks(report.unread)),
  ]);
}

/** An overview: which objects, in what state, what becomes of their data, and why. */
export const brief: Renderer = {
  name: "brief",
  summary: "for people, one line an object",
  render: (report, options) => present(briefBlocks(report, options), options),
};
