import type { FieldTest, Path } from "../../../model/index.ts";
import type { Notes } from "./notes.ts";
import { beginsWith } from "./text.ts";

/** Whether a test holds of the item that was packed. */
export type Holds = (notes: Notes, bytes: Uint8Array) => boolean;

/** Whether a value is one that a test looks for. */
export type IsMeant = (bytes: Uint8Array, from: number, to: number) => boolean;

/** Where a test finds what it asks for; the same is noted once. */
export interface Places {
  valueAt(path: Path): number;
  /** Whether a value was `among` some texts, or `not among` them. */
  comparedAt(path: Path, is: "among" | "not among", values: readonly string[]): number;
  /** @param name the same for the same question */
  hitAt(path: Path, name: string, isMeant: IsMeant): number;
}

export function holds(test: FieldTest, places: Places): Holds {
  const { path } = test;
  switch (test.is) {
    case "set":
      return isSet(places.valueAt(path));
    case "absent":
      return not(isSet(places.valueAt(path)));
    case "one of":
      return isHit(places.comparedAt(path, "among", test.values));
    case "none of":
      return not(isHit(places.comparedAt(path, "among", test.values)));
    case "other than":
      return isHit(places.comparedAt(path, "not among", test.values));
    case "beginning with": {
      const starts = test.values.map((value) => Buffer.from(value));
      const begins: IsMeant = (bytes, from, to) => starts.some((start) => beginsWith(bytes, from, to, start));
      return isHit(places.hitAt(path, `beginning with ${test.values.join()}`, begins));
    }
    case "unlike":
      return unlike(places.valueAt(path), places.valueAt(test.other));
  }
}

function isSet(value: number): Holds {
  return (notes) => notes.has(value);
}

function isHit(hit: number): Holds {
  return (notes) => notes.isHit(hit);
}

function not(test: Holds): Holds {
  return (notes, bytes) => !test(notes, bytes);
}

function unlike(one: number, other: number): Holds {
  return (notes, bytes) => {
    if (!notes.has(one) || !notes.has(other)) return notes.has(one) !== notes.has(other);
    const from = notes.from(one);
    const otherFrom = notes.from(other);
    const length = notes.to(one) - from;
    if (length !== notes.to(other) - otherFrom) return true;
    for (let at = 0; at < length; at++) if (bytes[from + at] !== bytes[otherFrom + at]) return true;
    return false;
  };
}
