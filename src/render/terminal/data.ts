import { type Fate, say, words } from "../../model/index.ts";
import { type Block, paragraph, section, sentence, styled, type Text } from "../doc.ts";
import { fates } from "../fates.ts";

export function dataBlocks(label: string, fate: Fate | undefined): readonly Block[] {
  if (fate === undefined) return [];
  const { ahead, style } = fates[fate.data];
  const heading = [...words(`${label}: `), ...styled(style, words(ahead))];
  return section(heading, [paragraph(explanation(fate))]);
}

function explanation(fate: Fate): Text {
  const name = backendName(fate);
  return name.length === 0 ? sentence(fate.because) : [...name, ...words(": "), ...fate.because];
}

function backendName({ driver, volumeHandle }: Fate): Text {
  if (driver === undefined) return volumeHandle === undefined ? [] : say`${volumeHandle}`;
  return volumeHandle === undefined ? say`${driver}` : say`${driver} ${volumeHandle}`;
}
