import { type Phrase, withoutNamespace } from "../../model/index.ts";
import { type Block, item, paragraph, type Text } from "../doc.ts";

/** As wide as the longest label, so that what is beside the labels stands in one column. */
const labelWidth = 12;

/** A label, and beside it what belongs to it. */
export function row(label: string, texts: readonly Text[]): readonly Block[] {
  return texts.map((text, position) =>
    item([{ words: `  ${position === 0 ? label : ""}`.padEnd(labelWidth) }], [paragraph(text, 2)]),
  );
}

/** Longer data, such as a driver's error, keeps its begin and its end: the cause stands at either. */
const mostCharacters = 240;

/** For a reader who knows the namespace already, and without the middle of a long error. */
export function inShort(phrase: Phrase, namespace: string | undefined): Phrase {
  return withoutNamespace(phrase, namespace).map((part) =>
    "data" in part && part.data.length > mostCharacters ? { ...part, data: withoutMiddle(part.data) } : part,
  );
}

function withoutMiddle(text: string): string {
  const half = mostCharacters / 2;
  return `${text.slice(0, half).trimEnd()} [\u2026] ${text.slice(-half).trimStart()}`;
}
