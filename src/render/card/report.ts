import { type Report, words } from "../../model/index.ts";
import { apart, type Block, section } from "../doc.ts";
import { present } from "../present.ts";
import type { Renderer, RenderOptions } from "../renderer.ts";
import { overviewBlocks } from "../terminal/brief.ts";
import { clockBlocks, headerBlocks } from "../terminal/header.ts";
import { unreadBlocks } from "../terminal/unread.ts";
import { cardBlocks } from "./card.ts";

/** A card for each object. What was not read is told with each that it can matter to. */
function cards(report: Report, options: RenderOptions): readonly Block[] {
  const { diagnoses, unread, cluster } = report;
  // The clock comes last, unless it says as well on which cluster the commands act.
  const header = headerBlocks(
    { ...report, unread: [], ...(cluster === undefined ? { clock: "live" } : {}) },
    options,
  );
  const clock = cluster === undefined ? clockBlocks(report) : [];
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

export const text: Renderer = {
  name: "text",
  summary: "for people, one screen an object",
  render: (report, options) => present(cards(report, options), options),
};
