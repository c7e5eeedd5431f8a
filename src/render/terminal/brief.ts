import { type Diagnosis, type Report, say, secondsSince, shortNameOf, words } from "../../model/index.ts";
import { humanDuration } from "../age.ts";
import { apart, type Block, section, type Text } from "../doc.ts";
import { present } from "../present.ts";
import type { Renderer, RenderOptions } from "../renderer.ts";
import { dataAhead } from "./data-ahead.ts";
import { headerBlocks } from "./header.ts";
import { unreadBlocks } from "./unread.ts";

const header = ["namespace", "object", "state", "for", "verdict", "data", "reason"];

function row({ object, state, since, verdict, fate }: Diagnosis, now: number): readonly Text[] {
  const seconds = secondsSince(since, now);
  const data = fate === undefined ? undefined : dataAhead[fate.data];
  return [
    object.namespace === undefined ? [] : say`${object.namespace}`,
    shortNameOf(object),
    say`${state}`,
    words(seconds === undefined ? "" : humanDuration(seconds)),
    words(verdict.category),
    data === undefined ? [] : [{ words: data.name, style: data.style }],
    say`${verdict.reason}`,
  ];
}

function briefBlocks(report: Report, options: RenderOptions): readonly Block[] {
  const now = Date.parse(options.now ?? report.takenAt);
  const rows = report.diagnoses.map((diagnosis) => row(diagnosis, now));
  const table: Block = { block: "table", header, rows };
  return apart([
    headerBlocks(report, options),
    rows.length === 0 ? [] : [table],
    section(words("Not read"), unreadBlocks(report.unread)),
  ]);
}

/** An overview: which objects, in what state, and what the verdict is. */
export const brief: Renderer = {
  name: "brief",
  summary: "for people, one line an object",
  render: (report, options) => present(briefBlocks(report, options), options),
};
