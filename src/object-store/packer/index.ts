import * as codes from "./codes";
import { Cursor, delimitedBytes } from "./cursor";
import { Found } from "./found";
import { Item } from "./item";
import { addKey, textHash } from "./keys";
import { Draft, headOf, List, Now } from "./list";
import { packFields } from "./message";
import { all, some } from "./notes";
import { at, Program, word } from "./program";
import { hashOfBytes } from "./scalars";

const bitsEach: i32 = 32;
const likenessOwner: i32 = 0;

/** Before each item of a list. */
const itemTag: u32 = (2 << 3) | delimitedBytes;
/** A length of five bytes is the longest there is. */
const mostBits: i32 = 28;

/** Room for a program, to be given to `open`. */
export function programOf(length: i32): usize {
  return heap.alloc(length);
}

export function open(program: usize): usize {
  Program.start = program;
  const list = new List(
    program,
    word(program, codes.headValues),
    word(program, codes.headHits),
    word(at(word(program, codes.headColumns)), 0),
  );
  return changetype<usize>(list);
}

export function close(list: usize): void {
  changetype<List>(list).free();
}

/** Begins a page of a list. */
export function draft(list: usize): usize {
  return changetype<usize>(changetype<List>(list).draft());
}

/** Nothing more is asked of a page. */
export function letGo(list: usize, draft: usize): void {
  changetype<List>(list).giveBack(changetype<Draft>(draft));
}

/** Where so many bytes belong that come next. */
export function roomFor(draft: usize, length: i32): usize {
  return changetype<Draft>(draft).window.place(length);
}

/** Drops the first bytes that are not packed. */
export function pass(draft: usize, length: i32): void {
  changetype<Draft>(draft).pass(length);
}

/**
 * Packs what has come, each item with its tag and its length before it.
 *
 * @returns how many bytes are left: something else, or an item that is not complete yet
 */
export function pack(list: usize, page: usize): i32 {
  Now.list = changetype<List>(list);
  Now.notes = Now.list.notes;
  Now.head = Program.start = Now.list.program;
  const draft = changetype<Draft>(page);
  Now.draft = draft;
  const begin = draft.window.start;
  const end = begin + draft.window.length;
  let at = begin;
  for (let next = itemBehind(at, end); next != 0; next = itemBehind(at, end)) {
    packItem(Item.start, next);
    at = next;
  }
  draft.pass(<i32>(at - begin));
  return draft.window.length;
}

/** Where the item ends whose tag is here, if all of it is there, and 0 if not. Where it begins is noted. */
function itemBehind(tag: usize, end: usize): usize {
  if (tag >= end || load<u8>(tag) != itemTag) return 0;
  let at = tag + 1;
  let length: u64 = 0;
  for (let bits = 0; at < end && bits <= mostBits; bits += 7) {
    const byte: u64 = load<u8>(at);
    length |= (byte & 0x7f) << bits;
    at++;
    if (byte >= 0x80) continue;
    if (length > <u64>(end - at)) return 0;
    Item.start = at;
    return at + <usize>length;
  }
  return 0;
}

function packItem(from: usize, to: usize): void {
  const notes = Now.notes;
  const draft = Now.draft;
  Item.begin();
  Found.clear();
  notes.begin();
  draft.begin();
  Cursor.at = from;
  packFields(at(headOf(codes.headLayout)), to);
  const isNamespaced = headOf(codes.headIsNamespaced) == 1;
  if (
    !notes.has(headOf(codes.headName)) ||
    !notes.has(headOf(codes.headUid)) ||
    notes.has(headOf(codes.headNamespace)) != isNamespaced
  ) {
    draft.refuse(from, to);
    return;
  }
  makeColumns();
  likenItem();
  draft.names.word(hashOfValue(headOf(codes.headName)));
  if (isNamespaced) draft.namespaces.word(hashOfValue(headOf(codes.headNamespace)));
  tellParts();
  keepItem();
}

/** Its moments, how long they are, and the rest. Most moments are the same as the one before: those at the end are left out. */
function keepItem(): void {
  const items = Now.draft.items;
  const moments = Item.moments;
  const out = Item.out;
  while (moments.length > 0 && load<u8>(moments.start + moments.length - 1) == 0) moments.length--;
  const begin = items.length;
  items.number(moments.length);
  items.copy(moments.start, moments.length);
  items.copy(out.start, out.length);
  Now.draft.lengths.word(items.length - begin);
}

function hashOfValue(value: i32): i32 {
  return textHash(Now.notes.fromOf(value), Now.notes.toOf(value));
}

/** How many columns; of each the tests without which there is no key, those for which it must be asked, and its keys. */
function makeColumns(): void {
  const record = at(headOf(codes.headColumns));
  const count = word(record, 0);
  for (let each = 0; each < count; each++) {
    const column = Now.draft.keysOf(each);
    const plan = record + 4 + each * 12;
    if (!all(word(plan, 0))) column.begin();
    else if (some(word(plan, 1))) column.open();
    else {
      const keys = at(word(plan, 2));
      const keyCount = word(keys, 0);
      for (let key = 0; key < keyCount; key++) addKey(at(word(keys, 1 + key)), column);
    }
    column.settle();
  }
}

function likenItem(): void {
  if (headOf(codes.headLikenesses) == 0) return;
  const start = Item.likening.start;
  const length = Item.likening.length;
  const hash = hashOfBytes(start, length);
  Now.draft.likenesses.word(Now.list.likenesses.numberOf(likenessOwner, hash, start, length));
}

function tellParts(): void {
  const record = at(headOf(codes.headParts));
  const count = word(record, 0);
  for (let from = 0; from < count; from += bitsEach) {
    let bits = 0;
    const end = min(from + bitsEach, count);
    for (let part = from; part < end; part++) if (some(word(record, 1 + part))) bits |= 1 << (part - from);
    Now.draft.parts.word(bits);
  }
}

/** What has come of a page: each column by where it begins and how many bytes it has. They hold until more is packed. */
export function columnStart(draft: usize, column: i32): usize {
  return changetype<Draft>(draft).column(column).start;
}

export function columnLength(draft: usize, column: i32): i32 {
  return changetype<Draft>(draft).column(column).length;
}

/** The same of the three columns of each recipe. */
export function recipes(draft: usize): i32 {
  return changetype<Draft>(draft).keyCount;
}

export function keysStart(draft: usize, recipe: i32, column: i32): usize {
  return changetype<Draft>(draft).keysOf(recipe).column(column).start;
}

export function keysLength(draft: usize, recipe: i32, column: i32): i32 {
  return changetype<Draft>(draft).keysOf(recipe).column(column).length;
}

/** What is in the dictionary of a list. */
export function dictionarySize(list: usize): i32 {
  return changetype<List>(list).dictionary.size;
}

export function dictionaryBytes(list: usize): usize {
  return changetype<List>(list).dictionary.bytes.start;
}

export function dictionaryLength(list: usize): i32 {
  return changetype<List>(list).dictionary.bytes.length;
}

/** Where each begins. */
export function dictionaryStarts(list: usize): usize {
  return changetype<List>(list).dictionary.starts.start;
}
