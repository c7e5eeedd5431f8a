import { isSame } from "./bytes";
import { Now } from "./list";
import { at, word } from "./program";

/** How many tests; of each what it asks, and two places. */
namespace Test {
  export const words: i32 = 3;
  export const isSet: i32 = 0;
  export const isAbsent: i32 = 1;
  export const isHit: i32 = 2;
  export const isNotHit: i32 = 3;
}

/** Whether one of the tests holds of the item that was packed. */
export function some(tests: i32): bool {
  const record = at(tests);
  const count = word(record, 0);
  for (let each = 0; each < count; each++) if (holds(record + 4 + each * (Test.words << 2))) return true;
  return false;
}

export function all(tests: i32): bool {
  const record = at(tests);
  const count = word(record, 0);
  for (let each = 0; each < count; each++) if (!holds(record + 4 + each * (Test.words << 2))) return false;
  return true;
}

function holds(test: usize): bool {
  const notes = Now.notes;
  const place = word(test, 1);
  switch (word(test, 0)) {
    case Test.isSet:
      return notes.has(place);
    case Test.isAbsent:
      return !notes.has(place);
    case Test.isHit:
      return notes.isHit(place);
    case Test.isNotHit:
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
