import type { FieldTest } from "../../model/index.ts";
import type { Sinks } from "./sinks.ts";
import type { Reference, Words } from "./words.ts";

/** As in `../packer/tests.ts`. */
const isSet = 0;
const isAbsent = 1;
const isHit = 2;
const isNotHit = 3;
const isUnlike = 4;

/** Tests of what was noted of an item, to be asked when it is packed whole. */
export function writeTests(tests: readonly FieldTest[], sinks: Sinks, words: Words): Reference {
  return words.listOf(tests.map((test) => wordsOf(test, sinks)));
}

function wordsOf(test: FieldTest, sinks: Sinks): readonly [asks: number, place: number, other: number] {
  const { path } = test;
  switch (test.is) {
    case "set":
      return [isSet, sinks.valueAt(path), 0];
    case "absent":
      return [isAbsent, sinks.valueAt(path), 0];
    case "one of":
      return [isHit, sinks.comparedAt(path, "among", test.values), 0];
    case "none of":
      return [isNotHit, sinks.comparedAt(path, "among", test.values), 0];
    case "other than":
      return [isHit, sinks.comparedAt(path, "not among", test.values), 0];
    case "beginning with":
      return [isHit, sinks.beginsAt(path, test.values), 0];
    case "unlike":
      return [isUnlike, sinks.valueAt(path), sinks.valueAt(test.other)];
  }
}
