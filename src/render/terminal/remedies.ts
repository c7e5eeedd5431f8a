import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type {
  Avoid,
  CommandLine,
  DataFate,
  Diagnosis,
  Fate,
  MarkedRemedy,
  OfferedRemedy,
} from "../../report/index.ts";
import type { Block } from "../doc.ts";
import { bullet, indented, item, paragraph, sentence, styled, verbatim } from "../doc.ts";
import { followsPhrase, labelled, noStep } from "../labels.ts";
import type { Style } from "../line.ts";
import { commandLine } from "../shell.ts";

/** What to do, in the order of the report: the safest first. */
export function remedyBlocks({ remedies, verdict, fate, advice, holds }: Diagnosis): readonly Block[] {
  if (remedies.length > 0) {
    const warning = fate === undefined ? undefined : warningOf(fate);
    return [
      ...(warning === undefined ? [] : [warning]),
      ...remedies.map((remedy, position) => remedyItem(remedy, position + 1)),
      ...advised(advice),
    ];
  }
  const { category } = verdict;
  if (category === "healthy") return [];
  if (holds.some(({ isPart }) => isPart === true)) return advised(advice);
  if (category === "waiting") return advised(advice ?? "Nothing: this resolves without you.");
  return [paragraph(words(noStep[category])), ...(category === "unknown" ? [] : advised(advice))];
}

function advised(advice: string | undefined): readonly Block[] {
  return advice === undefined ? [] : [paragraph(words(advice))];
}

/** What to do about a finding, the safest first. */
export function findingRemedies(remedies: readonly MarkedRemedy[]): readonly Block[] {
  return remedies.map((remedy) => remedyItem({ ...remedy, primary: false }, 0));
}

const keepFirst = (style: Style, text: string) =>
  paragraph(styled(style, words(`${text} If you need the data, keep it first.`)));

/** Before the steps: most of them set free what destroys the data. */
const warnings: Partial<Record<DataFate, Block>> = {
  destroyed: keepFirst("bad", "The disk will be deleted as soon as nothing protects it."),
  exposed: keepFirst("bad", "Another claim can get the disk, with its data, as soon as nothing protects it."),
  unknown: keepFirst("careful", "It is unknown what happens to the data."),
};

function warningOf({ data, onlyIf, volume }: Fate): Block | undefined {
  if (data === "destroyed" && onlyIf !== undefined)
    return keepFirst("bad", "The disk may be deleted as soon as nothing protects it.");
  return data === "destroyed" && volume?.kind === "VolumeSnapshotContent"
    ? keepFirst("bad", "The snapshot will be deleted as soon as nothing protects it.")
    : warnings[data];
}

/** The label counts what comes of a step, and this says it. */
function consequence({ follows }: OfferedRemedy): readonly Block[] {
  return follows === undefined ? [] : [paragraph(styled("bad", followsPhrase(follows)))];
}

function remedyItem(remedy: OfferedRemedy, number: number): Block {
  const primary = remedy.primary ? styled("good", words("  ← proposed")) : [];
  return item(
    [{ words: number === 0 ? "- " : `${number}. ` }],
    [
      paragraph([...labelled(remedy.safety, remedy.title), ...primary], 2),
      paragraph(sentence(remedy.because)),
      ...consequence(remedy),
      ...(remedy.first ?? []).map(stepItem),
      ...(remedy.commands.length === 0 ? [] : [indented(remedy.commands.map(commandBlock))]),
      ...remedy.steps.map(stepItem),
    ],
  );
}

function stepItem(step: Phrase): Block {
  return bullet(sentence(step));
}

function commandBlock(command: CommandLine): Block {
  const line = commandLine(command);
  return line === undefined
    ? paragraph(words("(A command is left out: an argument holds characters that cannot be seen.)"))
    : verbatim([{ words: `$ ${line}`, style: "command" }]);
}

export function avoidBlocks(avoid: readonly Avoid[]): readonly Block[] {
  return avoid.map(({ step, because }) => bullet(say`${sentence(step)}: ${because}`));
}
