import type { KeyRecipe, KeyText, Path } from "../../../model/index.ts";
import type { KeyColumn } from "./key-column.ts";
import type { Notes } from "./notes.ts";
import { findText, type Range } from "./text.ts";

/** Adds the key that a recipe makes of what was noted, if it makes one. */
export type AddKey = (notes: Notes, bytes: Uint8Array, column: KeyColumn) => void;

const range: Range = { bytes: Buffer.alloc(0), from: 0, to: 0 };

/** @param valueAt where the value of a field is noted */
export function addKey({ of, ifSet }: KeyRecipe, valueAt: (path: Path) => number): AddKey {
  const add = isSeveral(of) ? severalTexts(of, valueAt) : oneText(of, valueAt);
  if (ifSet === undefined) return add;
  const needed = valueAt(ifSet);
  return (notes, bytes, column) => {
    if (notes.has(needed)) add(notes, bytes, column);
  };
}

function isSeveral(of: KeyRecipe["of"]): of is readonly [KeyText, KeyText, ...KeyText[]] {
  return Array.isArray(of);
}

function oneText(text: KeyText, valueAt: (path: Path) => number): AddKey {
  const { find, whenEmpty } = findText(text, valueAt(text.field));
  return (notes, bytes, column) => {
    if (!find(notes, bytes, range) || (range.from === range.to && whenEmpty === "no key")) return;
    notes.hasher.begin();
    notes.hasher.text(range.bytes, range.from, range.to);
    addHashed(notes, column);
  };
}

function severalTexts(texts: readonly KeyText[], valueAt: (path: Path) => number): AddKey {
  const finds = texts.map((text) => findText(text, valueAt(text.field)).find);
  return (notes, bytes, column) => {
    notes.hasher.begin();
    for (const find of finds) {
      if (!find(notes, bytes, range)) return;
      notes.hasher.part(range.bytes, range.from, range.to);
    }
    addHashed(notes, column);
  };
}

function addHashed({ hasher }: Notes, column: KeyColumn): void {
  if (hasher.isPlain) column.add(hasher.hash, hasher.check);
  else column.open();
}
