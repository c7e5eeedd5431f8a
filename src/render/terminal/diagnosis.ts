import { type Category, type Diagnosis, type Report, say, words } from "../../model/index.ts";
import { headlineOf } from "../card/headline.ts";
import { commandLine } from "../command-line.ts";
import {
  apart,
  type Block,
  indented,
  paragraph,
  section,
  sentence,
  styled,
  type Text,
  verbatim,
} from "../doc.ts";
import type { Style } from "../palette.ts";
import type { RenderOptions } from "../renderer.ts";
import { chainTree } from "./chain.ts";
import { dataBlocks } from "./data.ts";
import { uidOf } from "./evidence.ts";
import { futureBlocks } from "./future.ts";
import { healthyBlocks } from "./healthy.ts";
import { ifDeletedSections } from "./if-deleted.ts";
import { avoidBlocks, remedyBlocks } from "./remedies.ts";
import { rescueOf } from "./rescue-hint.ts";

const looks: Record<Category, Style> = {
  waiting: "careful",
  blocked: "bad",
  stuck: "bad",
  unknown: "careful",
};

/** One object: the verdict first, then why, what happens next and to the data, what to do, and what not to do. */
export function diagnosisBlocks(
  diagnosis: Diagnosis,
  report: Report,
  options: RenderOptions,
): readonly Block[] {
  const { category } = diagnosis.verdict;
  if (category === "healthy") return healthyBlocks(diagnosis, report, options);
  const now = options.now ?? report.takenAt;
  return apart([
    verdictBlocks(diagnosis, category, now, options),
    ...sections(diagnosis, report, options),
    moreBlocks(diagnosis, now, options),
  ]);
}

function verdictBlocks(
  diagnosis: Diagnosis,
  category: Category,
  now: string,
  options: RenderOptions,
): readonly Block[] {
  const verdict: Text = [...words("Verdict: "), ...styled(looks[category], words(category))];
  return [
    paragraph(styled("title", headlineOf(diagnosis, now)), 2),
    indented([
      paragraph(sentence(diagnosis.verdict.summary)),
      paragraph([
        ...verdict,
        ...say` (${words(diagnosis.verdict.reason)})`,
        ...uidOf(diagnosis.object, options),
      ]),
    ]),
  ];
}

/** The chain is left out when the verdict says it all: nothing was found. */
function sections(
  diagnosis: Diagnosis,
  report: Report,
  options: RenderOptions,
): readonly (readonly Block[])[] {
  const { holds, next, fate, avoid } = diagnosis;
  return [
    holds.length === 0 ? [] : section(words("Why"), [{ block: "tree", root: chainTree(diagnosis, options) }]),
    section(words("What happens next"), futureBlocks(next)),
    dataBlocks("The data", fate),
    section(words("What to do"), remedyBlocks(diagnosis)),
    section(words("Do not"), avoidBlocks(avoid)),
    ...(options.ifDeleted ? ifDeletedSections(diagnosis, report) : []),
  ];
}

/** The end says again what the begin says: who reads it on a terminal has scrolled away from there. */
function moreBlocks(diagnosis: Diagnosis, now: string, options: RenderOptions): readonly Block[] {
  const { verdict, roots, remedies } = diagnosis;
  const next = remedies.find(({ primary, first }) => primary && first === undefined)?.commands[0];
  const command = next === undefined ? undefined : commandLine(next);
  const reason = roots.find((root) => root.reason === verdict.reason)?.reason;
  const rescue = rescueOf(diagnosis, options.reach);
  const lines = [
    ...(rescue === undefined ? [] : [`Deleted by mistake? ${rescue}`]),
    ...(reason === undefined ? [] : [`More: kubectl pvguard explain ${reason}`]),
  ];
  return [
    paragraph(styled("title", headlineOf(diagnosis, now)), 2),
    ...(next === undefined
      ? []
      : [verbatim([{ words: "Next: " }, { words: command ?? "see the proposed step", style: "command" }])]),
    ...lines.map((line) => verbatim([{ words: line, style: "aside" }])),
  ];
}
