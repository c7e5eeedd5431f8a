import { type DataFate, type Fate, say, words } from "../../model/index.ts";
import { type Block, paragraph, section, sentence, styled, type Text } from "../doc.ts";
import type { Style } from "../palette.ts";

const fates: Record<DataFate, { readonly name: string; readonly style: Style; readonly inSentence: string }> =
  {
    destroyed: { name: "will be DESTROYED", style: "bad", inSentence: "its data is destroyed" },
    kept: { name: "stays", style: "good", inSentence: "its data is kept" },
    leaked: {
      name: "will be LEFT BEHIND in the backend",
      style: "careful",
      inSentence: "its data is left behind in the backend",
    },
    exposed: {
      name: "will be EXPOSED to another claim",
      style: "bad",
      inSentence: "its data is open to another claim",
    },
    "already-gone": { name: "ALREADY GONE", style: "bad", inSentence: "its data is gone already" },
    unknown: { name: "NOT KNOWN", style: "careful", inSentence: "what becomes of its data is not known" },
    none: { name: "there is none", style: "aside", inSentence: "there is no data to lose" },
  };

export function dataBlocks(label: string, fate: Fate | undefined): readonly Block[] {
  if (fate === undefined) return [];
  const { name, style } = fates[fate.data];
  const heading = [...words(`${label}: `), ...styled(style, words(name))];
  return section(heading, [paragraph(explanation(fate))]);
}

/** As a part of a sentence: `its data is destroyed (ebs.csi.aws.com vol-0abc)`. */
export function fateInSentence(fate: Fate): Text {
  const { inSentence, style } = fates[fate.data];
  const where = backendName(fate);
  return [
    ...styled(style, words(inSentence)),
    ...(where.length === 0 ? [] : [...words(" ("), ...where, ...words(")")]),
  ];
}

function explanation(fate: Fate): Text {
  const name = backendName(fate);
  return name.length === 0 ? sentence(fate.because) : [...name, ...words(": "), ...fate.because];
}

function backendName({ driver, volumeHandle }: Fate): Text {
  if (driver === undefined) return volumeHandle === undefined ? [] : say`${volumeHandle}`;
  return volumeHandle === undefined ? say`${driver}` : say`${driver} ${volumeHandle}`;
}
