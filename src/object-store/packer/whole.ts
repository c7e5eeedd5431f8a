import { Cursor } from "./cursor";
import { Holes, passedOver, perHole } from "./holes";
import { Item } from "./item";
import { Now } from "./list";
import { perHeard, Repeat } from "./repeat";
import { packMoment, shortestKept } from "./scalars";
import { hear } from "./sinks";
import { hashOfBytes } from "./text";

/** How things stood where a value of several parts begins that is being written. */
@unmanaged
export class Begin {
  out: i32 = 0;
  moments: i32 = 0;
  holes: i32 = 0;
  heard: i32 = 0;
  news: i32 = 0;
  likened: i32 = 0;
}

/** As many as there can be messages within messages. */
const deepest: i32 = 64;
const begins: usize = heap.alloc(deepest * offsetof<Begin>());

function beginAt(depth: i32): Begin {
  if (depth >= deepest) unreachable();
  return changetype<Begin>(begins + depth * offsetof<Begin>());
}

/** Begins a value of several parts that is written now. */
export function beginWhole(): void {
  const begin = beginAt(Item.open++);
  begin.out = Item.out.length;
  begin.moments = Item.moments.length;
  begin.holes = Holes.all.length;
  begin.heard = Item.heard.length;
  begin.news = Item.news;
  begin.likened = Item.likened;
}

/** Ends the value that was begun last. If nothing in it is new, it may have come before: then its number takes its place. */
export function endWhole(owner: i32, from: usize, to: usize): void {
  const begin = beginAt(--Item.open);
  const out = Item.out;
  // What tells which items are alike would not be said again.
  if (begin.likened == Item.likened) keep(owner, from, to, begin);
  const length = out.length - begin.out;
  if (begin.news != Item.news || length < shortestKept) return;
  const written = out.start + begin.out;
  const number = Now.list.dictionary.numberOf(owner, hashOfBytes(written, length), written, length);
  if (number < 0) return;
  out.length = begin.out;
  writeNumber(number, begin.moments);
}

function keep(owner: i32, from: usize, to: usize, begin: Begin): void {
  const hasHoles = Holes.all.length > begin.holes;
  const repeat = Now.list.repeats.place(owner, from, <i32>(to - from), hasHoles);
  if (repeat === null) return;
  repeat.keepHoles(Holes.all, begin.holes, from);
  repeat.keepHeard(Item.heard, begin.heard, from);
  repeat.keepWritten(Item.out, begin.out);
}

/** Writes a value of several parts if the same bytes came lately. */
export function writeAgain(owner: i32, from: usize, to: usize): bool {
  const repeat = Now.list.repeats.find(owner, from, <i32>(to - from));
  if (repeat === null) return false;
  const moments = Item.moments.length;
  const moment = Item.moment;
  const holes = Holes.all.length;
  for (let at = 0; at < repeat.holes.length; at += perHole) {
    if (fill(repeat.holes.start + at, from)) continue;
    Item.moments.length = moments;
    Item.moment = moment;
    Holes.all.length = holes;
    return false;
  }
  const heard = repeat.heard;
  for (let at = 0; at < heard.length; at += perHeard) {
    const each = heard.start + at;
    hear(load<i32>(each), from + load<i32>(each, 4), from + load<i32>(each, 8));
  }
  writeRepeat(repeat, moments);
  Cursor.at = to;
  return true;
}

/** What is in a hole, here. `false`: there is no moment, which is written in another way. */
function fill(hole: usize, start: usize): bool {
  const from = start + load<i32>(hole);
  const to = start + load<i32>(hole, 4);
  const kind = load<i32>(hole, 8);
  Cursor.at = from;
  if (kind != passedOver) return packMoment(to, kind);
  Holes.add(from, to, passedOver);
  return true;
}

/** What came twice is taken into the dictionary, unless it is as short as a number. */
function writeRepeat(repeat: Repeat, moments: i32): void {
  const written = repeat.written;
  if (written.length <= shortestKept) {
    Item.out.copy(written.start, written.length);
    return;
  }
  if (repeat.number < 0) {
    const hash = hashOfBytes(written.start, written.length);
    repeat.number = Now.list.dictionary.take(repeat.owner, hash, written.start, written.length);
  }
  writeNumber(repeat.number, moments);
}

/** Of a value whose moments begin there. */
function writeNumber(number: i32, moments: i32): void {
  Item.out.number(<u64>number * 4 + (moments == Item.moments.length ? 1 : 3));
}
