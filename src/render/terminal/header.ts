import type { ClockSource } from "../../cluster/index.ts";
import { join, say, words } from "../../kubernetes/index.ts";
import type { Report } from "../../report/index.ts";
import type { Block } from "../doc.ts";
import { paragraph, styled, styledLine } from "../doc.ts";
import type { RenderOptions } from "../renderer.ts";

const clocks: Record<ClockSource, string | undefined> = {
  live: undefined,
  flag: "the time given on the command line",
  snapshot: "the time in the snapshot",
  "newest-timestamp": "the newest time in the input",
  manifests: undefined,
};

const mostSkipped = 3;

type Seen = Pick<Report, "clock" | "takenAt" | "source" | "cluster" | "skipped" | "unread">;

/** What the reader must know before believing the rest: which moment this is about, and what was left out. */
export function headerBlocks(report: Seen, options: RenderOptions): readonly Block[] {
  return [...clockBlocks(report), ...skippedBlocks(report, options), ...incompleteBlocks(report)];
}

/** For a report that tells elsewhere what was not read: the clock comes last, unless it says as well on which cluster the commands act. */
export function headerAndClock(
  report: Seen,
  options: RenderOptions,
): readonly [header: readonly Block[], clock: readonly Block[]] {
  const skipped = skippedBlocks(report, options);
  const clock = clockBlocks(report);
  return report.cluster === undefined ? [skipped, clock] : [[...clock, ...skipped], []];
}

/** Which moment a report is about, where that is not now. */
function clockBlocks({ clock, takenAt, cluster, source }: Seen): readonly Block[] {
  if (clock === "manifests") return [paragraph(styled("aside", say`Checked ${source}`))];
  const meaning = clocks[clock];
  if (meaning === undefined) return [];
  const when = say`As of ${takenAt} (${words(meaning)})`;
  if (cluster === undefined) return [paragraph(styled("aside", when))];
  // Commands from a file have no flags that lead to its cluster.
  const where = say`${when}, from ${cluster}. The commands act on the cluster of your own kubectl: make sure that it is this one.`;
  return [styledLine("aside", where)];
}

function skippedBlocks({ skipped }: Seen, { wide }: RenderOptions): readonly Block[] {
  if (skipped.length === 0) return [];
  const named = wide ? skipped : skipped.slice(0, mostSkipped);
  const rest = skipped.length - named.length;
  const list = join(
    named.map((each) => say`${each}`),
    "; ",
  );
  const more = rest === 0 ? [] : words(`; and ${rest} more`);
  return [styledLine("careful", say`Parts of the input could not be used: ${list}${more}`)];
}

function incompleteBlocks({ unread }: Seen): readonly Block[] {
  if (unread.length === 0) return [];
  const count = unread.length === 1 ? "one read" : `${unread.length} reads`;
  return [
    styledLine("careful", words(`Incomplete: ${count} failed that could matter; see "Not read" below`)),
  ];
}
