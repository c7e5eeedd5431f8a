import type { Diagnosis, Report } from "../../model/index.ts";
import { apart, type Block, paragraph, styled } from "../doc.ts";
import { heightOf } from "../present.ts";
import type { RenderOptions } from "../renderer.ts";
import { ifDeletedSections } from "../terminal/if-deleted.ts";
import { dataRows } from "./data.ts";
import { nextBlocks, unreadBlocks, warningBlocks } from "./footer.ts";
import { headlineOf } from "./headline.ts";
import { healthyCard } from "./healthy.ts";
import { heldByRows } from "./held-by.ts";
import { type SecondStep, stepBlocks } from "./steps.ts";

/** How much a card says. What it leaves out is with `-o wide`. */
interface Extent {
  readonly warnings: number;
  readonly second: SecondStep;
  readonly chain: "told" | "left out";
}

/** From the fullest to the shortest: the first that fits is shown. */
const extents: readonly Extent[] = [
  { warnings: 2, second: "in full", chain: "told" },
  { warnings: 1, second: "in full", chain: "told" },
  { warnings: 1, second: "in full", chain: "left out" },
  { warnings: 1, second: "in one line", chain: "left out" },
  { warnings: 1, second: "named", chain: "left out" },
  { warnings: 1, second: "left out", chain: "left out" },
];

/** So many of them tell both steps in full. */
const withBothSteps = 3;

/** As short as this where only a second warning, or the chain, is left out for it. */
const wished = 20;

/** Of the 24 lines of a terminal, without that of the next prompt: the headline is still to be seen. */
const lines = 23;

/** One object on one screen: what is wrong, what holds it, its data, what to do, and where to go from there. */
export function cardBlocks(
  diagnosis: Diagnosis,
  report: Report,
  options: RenderOptions,
  below: readonly Block[] = [],
): readonly Block[] {
  if (diagnosis.verdict.category === "healthy") return [...healthyCard(diagnosis, report, options), ...below];
  const cards = extents.map((extent) => [...cardOf(diagnosis, report, options, extent), ...below]);
  const fitting = (most: number, among: readonly (readonly Block[])[]) =>
    among.find((card) => heightOf(card, options) <= most);
  return fitting(wished, cards.slice(0, withBothSteps)) ?? fitting(lines, cards) ?? cards.at(-1) ?? [];
}

function cardOf(
  diagnosis: Diagnosis,
  report: Report,
  options: RenderOptions,
  { warnings, second, chain }: Extent,
): readonly Block[] {
  const headline = headlineOf(diagnosis, options.now ?? report.takenAt);
  return apart([
    [paragraph(styled("title", headline), 2)],
    [...heldByRows(diagnosis, chain), ...dataRows(diagnosis)],
    unreadBlocks(report.unread),
    stepBlocks(diagnosis, second),
    warningBlocks(diagnosis, warnings),
    ...(options.ifDeleted ? ifDeletedSections(diagnosis, report) : []),
    nextBlocks(diagnosis, report, options),
  ]);
}
