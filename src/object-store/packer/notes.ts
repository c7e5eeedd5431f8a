import { isSame } from "./bytes";
import { sinkBegins, sinkCompare, sinkPut, testIsAbsent, testIsHit, testIsNotHit, testIsSet } from "./codes";
import { cleared } from "./dictionary";
import { addKey } from "./keys";
import { Now } from "./list";
import { at, beginsWith, word } from "./program";

/** What is noted of the item that is being packed: where some of its values are in its message, and what they are. */
@unmanaged
export class Notes {
  /** Where values begin and end; 0 where there is none. */
  from: usize;
  to: usize;
  hits: usize;
  values: i32;
  hitCount: i32;

  constructor(values: i32, hits: i32) {
    this.from = cleared(values);
    this.to = cleared(values);
    this.hits = heap.alloc(hits);
    this.values = values;
    this.hitCount = hits;
  }

  begin(): void {
    memory.fill(this.from, 0, this.values << 2);
    memory.fill(this.hits, 0, this.hitCount);
  }

  /** The first one stays. */
  @inline
  put(value: i32, from: usize, to: usize): void {
    const place = value << 2;
    if (load<usize>(this.from + place) != 0) return;
    store<usize>(this.from + place, from);
    store<usize>(this.to + place, to);
  }

  forget(value: i32): void {
    store<usize>(this.from + (value << 2), 0);
  }

  @inline
  has(value: i32): bool {
    return load<usize>(this.from + (value << 2)) != 0;
  }

  @inline
  fromOf(value: i32): usize {
    return load<usize>(this.from + (value << 2));
  }

  @inline
  toOf(value: i32): usize {
    return load<usize>(this.to + (value << 2));
  }

  @inline
  hit(place: i32): void {
    store<u8>(this.hits + place, 1);
  }

  @inline
  isHit(place: i32): bool {
    return load<u8>(this.hits + place) == 1;
  }

  free(): void {
    heap.free(this.from);
    heap.free(this.to);
    heap.free(this.hits);
    heap.free(changetype<usize>(this));
  }
}

/** How many tests; of each what it asks, and two places. */
const wordsOfTest: i32 = 3;

/** Whether one of the tests holds of the item that was packed. */
export function some(tests: i32): bool {
  const record = at(tests);
  const count = word(record, 0);
  for (let each = 0; each < count; each++) if (holds(record + 4 + each * (wordsOfTest << 2))) return true;
  return false;
}

export function all(tests: i32): bool {
  const record = at(tests);
  const count = word(record, 0);
  for (let each = 0; each < count; each++) if (!holds(record + 4 + each * (wordsOfTest << 2))) return false;
  return true;
}

function holds(test: usize): bool {
  const notes = Now.notes;
  const place = word(test, 1);
  switch (word(test, 0)) {
    case testIsSet:
      return notes.has(place);
    case testIsAbsent:
      return !notes.has(place);
    case testIsHit:
      return notes.isHit(place);
    case testIsNotHit:
      return !notes.isHit(place);
    default:
      return isUnlike(place, word(test, 2));
  }
}

function isUnlike(one: i32, other: i32): bool {
  const notes = Now.notes;
  if (!notes.has(one) || !notes.has(other)) return notes.has(one) != notes.has(other);
  const from = notes.fromOf(one);
  const otherFrom = notes.fromOf(other);
  const length = notes.toOf(one) - from;
  return length != notes.toOf(other) - otherFrom || !isSame(from, otherFrom, length);
}

/** Who is to hear of a value: how many, and then of each what it does, and two words more. */
const wordsOfSink: i32 = 3;

/** Lets the sinks hear of a value of the item. */
export function hear(sinks: i32, from: usize, to: usize): void {
  const record = at(sinks);
  const count = word(record, 0);
  let sink = record + 4;
  for (let each = 0; each < count; each++, sink += wordsOfSink << 2) {
    const kind = word(sink, 0);
    if (kind == sinkPut) Now.notes.put(word(sink, 1), from, to);
    else if (kind == sinkCompare) compare(at(word(sink, 1)), from, to);
    else if (kind == sinkBegins) begins(at(word(sink, 1)), word(sink, 2), from, to);
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
