import { covers, type Silenced, type Unread } from "../model/index.ts";
import { grouped } from "./group.ts";

/** Something that was not read, with the rules that could not look because of it. */
export interface BlindSpot {
  readonly unread: Unread;
  /** Sorted, each once. */
  readonly codes: readonly string[];
}

/** What keeps rules from looking: that which silences most of them first. */
export function blindSpots(silenced: readonly Silenced[]): readonly BlindSpot[] {
  return widest(silenced.map(({ unread }) => unread))
    .map((unread) => ({
      unread,
      codes: silencedCodes(silenced.filter((each) => isWithin(each.unread, unread))),
    }))
    .sort((a, b) => b.codes.length - a.codes.length);
}

export function silencedCodes(silenced: readonly Silenced[]): readonly string[] {
  return [...new Set(silenced.map(({ code }) => code))].sort();
}

/** Each once, and none that lies within another that was not read for the same reason. */
export function widest(unread: readonly Unread[]): readonly Unread[] {
  const distinct = grouped(unread, ({ resource, scope }) => JSON.stringify([resource, scope])).flatMap(
    (group) => group.slice(0, 1),
  );
  return distinct.filter((one) => !distinct.some((other) => other !== one && isWithin(one, other)));
}

function isWithin(narrow: Unread, wide: Unread): boolean {
  return (
    narrow.resource === wide.resource && narrow.reason === wide.reason && covers(wide.scope, narrow.scope)
  );
}
