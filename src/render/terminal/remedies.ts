import {
  type Avoid,
  type CommandLine,
  type Diagnosis,
  type Fate,
  type MarkedRemedy,
  type OfferedRemedy,
  type Phrase,
  say,
  words,
} from "../../model/index.ts";
import { commandLine } from "../command-line.ts";
import { type Block, indented, item, paragraph, sentence, styled, verbatim } from "../doc.ts";
import { followsPhrase } from "../follows.ts";
import type { Style } from "../palette.ts";
import type { RenderOptions } from "../renderer.ts";
import { safeties } from "../safeties.ts";

/** More steps than this are counted: each of thousands of pods can have its own. */
const mostSteps = 8;

/** More than this is counted, too. */
const mostAvoided = 12;

/** One step can take a command for each of thousands of volumes. */
const mostCommands = 40;

/** A longer command is no help to read, nor to paste. */
const longestCommand = 4000;

/** What to do, in the order of the report: the safest first. */
export function remedyBlocks(
  { remedies, verdict, fate, advice }: Diagnosis,
  options: RenderOptions,
): readonly Block[] {
  if (remedies.length > 0) {
    const numbered = remedies.map((remedy, position) => ({ remedy, number: position + 1 }));
    const shown = options.wide ? numbered : withProposed(numbered);
    return [
      ...warning(fate),
      ...shown.map(({ remedy, number }) => remedyItem(remedy, number, options.wide ? "all" : "short ones")),
      ...leftOut(remedies.length - shown.length),
      ...advised(advice),
    ];
  }
  switch (verdict.category) {
    case "healthy":
      return [];
    case "waiting":
      return [paragraph(words("Nothing: this ends by itself."))];
    case "unknown":
      return [
        paragraph(words("First make readable what was not read. No step is proposed on half the facts.")),
      ];
    case "blocked":
    case "stuck":
      return [
        paragraph(words("pvguard knows no step here that it could stand for. A person must decide.")),
        ...advised(advice),
      ];
  }
}

function advised(advice: string | undefined): readonly Block[] {
  return advice === undefined ? [] : [paragraph(words(advice))];
}

/** The first, and among them the one that is proposed, wherever it stands. */
function withProposed<T extends { readonly remedy: OfferedRemedy }>(all: readonly T[]): readonly T[] {
  const first = all.slice(0, mostSteps);
  const proposed = all.slice(mostSteps).filter(({ remedy }) => remedy.primary);
  return [...first.slice(0, mostSteps - proposed.length), ...proposed];
}

function leftOut(count: number): readonly Block[] {
  return count === 0 ? [] : [paragraph(say`and ${count} more; \`-o wide\` lists them`)];
}

/** What to do about a finding, the safest first. */
export function findingRemedies(remedies: readonly MarkedRemedy[]): readonly Block[] {
  return remedies.map((remedy) => remedyItem({ ...remedy, primary: false }, 0, "all"));
}

/** Before the steps: most of them set free what destroys the data. */
function warning(fate: Fate | undefined): readonly Block[] {
  switch (fate?.data) {
    case "destroyed":
      return [keepFirst("bad", "Once nothing holds it any more, the data is DESTROYED.")];
    case "exposed":
      return [keepFirst("bad", "Once nothing holds it any more, the data is EXPOSED to another claim.")];
    case "unknown":
      return [keepFirst("careful", "What becomes of the data is not known.")];
    case "kept":
    case "leaked":
    case "already-gone":
    case "none":
    case undefined:
      return [];
  }
}

function keepFirst(style: Style, text: string): Block {
  return paragraph(styled(style, words(`${text} If you want it, keep it first.`)));
}

/** The label counts what comes of a step, and this says it. */
function consequence({ follows }: OfferedRemedy): readonly Block[] {
  return follows === undefined ? [] : [paragraph(styled("bad", followsPhrase(follows)))];
}

function remedyItem(remedy: OfferedRemedy, number: number, commands: "all" | "short ones"): Block {
  const { name, style } = safeties[remedy.safety];
  const primary = remedy.primary ? styled("good", words("  ← proposed")) : [];
  return item(
    [{ words: number === 0 ? "- " : `${number}. ` }],
    [
      paragraph(
        [...styled(style, words(name)), ...words(" "), ...styled("title", remedy.title), ...primary],
        2,
      ),
      paragraph(sentence(remedy.because)),
      ...consequence(remedy),
      ...(remedy.first ?? []).map(stepItem),
      ...(remedy.commands.length === 0 ? [] : [indented(commandBlocks(remedy.commands, commands))]),
      ...remedy.steps.map(stepItem),
    ],
  );
}

function stepItem(step: Phrase): Block {
  return item([{ words: "- " }], [paragraph(sentence(step))]);
}

function commandBlocks(commands: readonly CommandLine[], wanted: "all" | "short ones"): readonly Block[] {
  const shown = wanted === "all" ? commands : commands.slice(0, mostCommands);
  const more = commands.length - shown.length;
  return [
    ...shown.map((command) => commandBlock(command, wanted)),
    ...(more === 0 ? [] : [paragraph(say`(${more} more commands belong to it; \`-o wide\` shows all.)`)]),
  ];
}

function commandBlock(command: CommandLine, wanted: "all" | "short ones"): Block {
  const line = commandLine(command);
  if (line === undefined) {
    return paragraph(words("(A command is left out: an argument holds characters that cannot be seen.)"));
  }
  if (line.length > longestCommand && wanted === "short ones") {
    return paragraph(say`(A command of ${line.length} characters is left out; \`-o wide\` shows it.)`);
  }
  return verbatim([{ words: `$ ${line}`, style: "command" }]);
}

export function avoidBlocks(avoid: readonly Avoid[], options: RenderOptions): readonly Block[] {
  const shown = options.wide ? avoid : avoid.slice(0, mostAvoided);
  return [
    ...shown.map(({ step, because }) =>
      item([{ words: "- " }], [paragraph(say`${sentence(step)}: ${because}`)]),
    ),
    ...leftOut(avoid.length - shown.length),
  ];
}
