import { isSame } from "./bytes";
import { Now } from "./list";
import { addKey } from "./make-keys";
import { at, beginsWith, word } from "./program";

/** Who is to hear of a value: how many, and then of each what it does, and two words more. */
namespace Sink {
  export const words: i32 = 3;
  /** Notes where the value is, at a place. */
  export const put: i32 = 0;
  /** Notes among which texts the value is. */
  export const compare: i32 = 1;
  /** Notes at a place that the value begins with one of some texts. */
  export const begins: i32 = 2;
  /** The item of a list is over: makes its keys. */
  export const endItem: i32 = 3;
}

/** Lets the sinks hear of a value of the item. */
export function hear(sinks: i32, from: usize, to: usize): void {
  const record = at(sinks);
  const count = word(record, 0);
  let sink = record + 4;
  for (let each = 0; each < count; each++, sink += Sink.words << 2) {
    const kind = word(sink, 0);
    if (kind == Sink.put) Now.notes.put(word(sink, 1), from, to);
    else if (kind == Sink.compare) compare(at(word(sink, 1)), from, to);
    else if (kind == Sink.begins) begins(at(word(sink, 1)), word(sink, 2), from, to);
    else endItem(at(word(sink, 1)));
  }
}

/** How many texts; the places to note for a value that is none of them; and of each text itself and the places to note. */
function compare(record: usize, from: usize, to: usize): void {
  const count = word(record, 0);
  for (let each = 0; each < count; each++) {
    const text = at(word(record, 2 + each * 2));
    if (<usize>word(text, 0) != to - from || !isSame(text + 4, from, to - from)) continue;
    hitAll(at(word(record, 3 + each * 2)));
    return;
  }
  hitAll(at(word(record, 1)));
}

function hitAll(places: usize): void {
  const count = word(places, 0);
  for (let each = 0; each < count; each++) Now.notes.hit(word(places, 1 + each));
}

function begins(record: usize, place: i32, from: usize, to: usize): void {
  const count = word(record, 0);
  for (let each = 0; each < count; each++)
    if (beginsWith(at(word(record, 1 + each)), from, to)) {
      Now.notes.hit(place);
      return;
    }
}

/**
 * How many values of it are noted, and where; how many keys are made of it, and of each how, and for which column. Fields of
 * the whole that its keys need have been noted before: they are those of metadata, which comes first.
 */
function endItem(record: usize): void {
  const values = word(record, 0);
  if (!hasOne(record, values)) return;
  const notes = Now.notes;
  const keys = record + ((1 + values) << 2);
  const count = word(keys, 0);
  for (let each = 0; each < count; each++)
    addKey(at(word(keys, 1 + each * 2)), Now.draft.keysOf(word(keys, 2 + each * 2)));
  for (let each = 0; each < values; each++) notes.forget(word(record, 1 + each));
}

function hasOne(record: usize, values: i32): bool {
  for (let each = 0; each < values; each++) if (Now.notes.has(word(record, 1 + each))) return true;
  return false;
}
