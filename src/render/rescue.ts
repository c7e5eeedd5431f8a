import { nameOf, type Phrase, type Refusal, say, words } from "../model/index.ts";
import { apart, type Block, indented, item, paragraph, section, sentence, styled, verbatim } from "./doc.ts";
import { type Layout, present } from "./present.ts";

/** A rescue, as a person is to read it before they confirm it. */
export interface RescueTold {
  readonly scene: Phrase;
  readonly title: Phrase;
  /** Each claim with its disk. */
  readonly pairs: readonly Phrase[];
  readonly steps: readonly TellingStep[];
  /** Why it cannot be carried to its end. */
  readonly refusal?: Refusal;
  readonly cannotUndo: readonly Phrase[];
  readonly notes: readonly Phrase[];
  readonly digest: string;
}

export interface TellingStep {
  readonly title: Phrase;
  readonly why: Phrase;
  /** What a person has to do. */
  readonly instead?: Phrase;
}

export function rescueText(told: RescueTold, layout: Layout): string {
  return present(
    apart([
      [paragraph(styled("aside", told.scene), 2)],
      [paragraph(styled("title", told.title), 2), indented(told.pairs.map((pair) => paragraph(pair, 2)))],
      section(words("Steps"), told.steps.map(stepBlock)),
      told.refusal === undefined ? [] : refusalBlocks(told.refusal),
      section(
        words("Cannot be undone"),
        told.cannotUndo.map((each) => item([{ words: "- " }], [paragraph(each)])),
      ),
      told.notes.map((note) => paragraph(note, 2)),
      // One word for a program that looks for it.
      [verbatim(styled("aside", say`Digest of this plan: ${told.digest}`))],
    ]),
    layout,
  );
}

function stepBlock({ title, why, instead }: TellingStep, position: number): Block {
  return item(
    [{ words: `${position + 1}. `.padStart(4) }],
    [
      paragraph(title, 2),
      paragraph(styled("aside", sentence(why)), 0),
      ...(instead === undefined ? [] : [paragraph(instead, 0)]),
    ],
  );
}

function refusalBlocks({ reason, object, message, instead }: Refusal): readonly Block[] {
  return [
    paragraph([...styled("bad", words("Then it ends")), ...say`: ${nameOf(object)} (${reason})`], 2),
    indented([paragraph(sentence(message)), ...(instead === undefined ? [] : [paragraph(instead)])]),
  ];
}
