import { Bytes } from "./bytes";
import { Json } from "./compact-json";
import { Cursor, delimitedBytes } from "./cursor";
import { Item } from "./item";
import { Now } from "./list";
import { fieldSetIn } from "./outside";
import { Problem, refuse } from "./problem";
import { at, word } from "./program";
import { hashOfBytes } from "./text";

const raw: u32 = (1 << 3) | delimitedBytes;
const owner: i32 = 0;
/** For a set without the field that is looked for. */
const without: u32 = 0xff;
/** Instead of a number: what is outside has not been asked. */
const unread: i32 = -2;

/** What is looked for in the set at hand, and stands in it, as it stands there. */
const looked = new Bytes();

/**
 * `metav1.FieldsV1`: JSON in a field of bytes, of which little is looked for. It is read outside, but only where what is
 * looked for did not come before. kubernetes/apimachinery pkg/apis/meta/v1/generated.proto (v1.36).
 */
export function packFieldSet(sought: usize, end: usize): bool {
  const message = Cursor.at;
  let from: usize = 0;
  let to: usize = 0;
  while (Cursor.at < end) {
    if (Cursor.uint32(end) != raw) refuse(Problem.fieldSetWithMore, Cursor.at);
    to = Cursor.delimited(end);
    from = Cursor.at;
    Cursor.at = to;
  }
  if (from == to) return false;
  const number = lookFor(sought, from, to) ? known(message, end) : fieldSetIn(message, end);
  Cursor.at = end;
  if (number < 0) return false;
  Item.out.number(number);
  return true;
}

/** `false`: the JSON is not written as the API server writes it. */
function lookFor(sought: usize, from: usize, to: usize): bool {
  looked.length = 0;
  if (!Json.find(from, to, at(word(sought, 0)))) return false;
  if (Json.from == 0) {
    // Its key could be written with escapes.
    if (Json.hasUnicodeEscape(from, to)) return false;
    looked.byte(without);
    return true;
  }
  const inner = Json.from;
  const count = word(sought, 1);
  for (let each = 0; each < count; each++) {
    if (!Json.find(inner, to, at(word(sought, 2 + each)))) return false;
    if (Json.from == 0) continue;
    const begin = Json.from;
    const length = <i32>(Json.endOf(begin, to) - begin);
    looked.byte(each);
    looked.copy(begin, length);
  }
  return true;
}

function known(message: usize, end: usize): i32 {
  const list = Now.list;
  const numbers = list.fieldSetNumbers;
  const length = looked.length;
  const place = list.fieldSets.take(owner, hashOfBytes(looked.start, length), looked.start, length) << 2;
  while (numbers.length <= place) numbers.word(unread);
  if (load<i32>(numbers.start + place) == unread) {
    const number = fieldSetIn(message, end);
    store<i32>(numbers.start + place, number);
  }
  return load<i32>(numbers.start + place);
}
