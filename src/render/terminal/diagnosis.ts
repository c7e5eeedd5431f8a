import { type Category, type Diagnosis, nameOf, type Report, say, words } from "../../model/index.ts";
import { ageBetween } from "../age.ts";
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
import { healthyBlocks, ifDeletedSections } from "./healthy.ts";
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
  return apart([
    verdictBlocks(diagnosis, category, options.now ?? report.takenAt, options),
    ...sections(diagnosis, report, options),
    moreBlocks(diagnosis, options),
  ]);
}

function verdictBlocks(
  { object, state, since, verdict }: Diagnosis,
  category: Category,
  now: string,
  options: RenderOptions,
): readonly Block[] {
  const age = since === undefined ? [] : say` for ${ageBetween(since, now)}`;
  const subject: Text = styled("title", say`${nameOf(object)} is ${state}${age}: `);
  return [
    paragraph([...subject, ...styled(looks[category], words(category)), ...uidOf(object, options)], 2),
    indented([paragraph(sentence(verdict.summary))]),
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
    section(words("What to do"), remedyBlocks(diagnosis, options)),
    section(words("Do not"), avoidBlocks(avoid, options)),
    ...(options.ifDeleted ? ifDeletedSections(diagnosis, report) : []),
  ];
}

function moreBlocks(diagnosis: Diagnosis, options: RenderOptions): readonly Block[] {
  const { verdict, roots } = diagnosis;
  const reason = roots.find((root) => root.reason === verdict.reason)?.reason;
  const rescue = rescueOf(diagnosis, options.reach);
  const lines = [
    ...(rescue === undefined ? [] : [`Deleted by mistake? ${rescue}`]),
    ...(reason === undefined ? [] : [`More: kubectl pvguard explain ${reason}`]),
  ];
  return lines.map((line) => verbatim([{ words: line, style: "aside" }]));
}
