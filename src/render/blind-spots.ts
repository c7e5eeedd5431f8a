import type { Silenced, Unread } from "../model/index.ts";
import { grouped } from "./group.ts";

/** Something that was not read, with the rules that could not look because of it. */
export interface BlindSpot {
  readonly unread: Unread;
  /** Sorted, each once. */
  readonly codes: readonly string[];
}

/** What keeps rules from looking: that which silences most of them first. */
export function blindSpots(silenced: readonly Silenced[]): readonly BlindSpot[] {
  return grouped(silenced, ({ unread }) => JSON.stringify([unread.resource, unread.scope]))
    .flatMap((group) => {
      const [first] = group;
      return first === undefined ? [] : [{ unread: first.unread, codes: silencedCodes(group) }];
    })
    .sort((a, b) => b.codes.length - a.codes.length);
}

export function silencedCodes(silenced: readonly Silenced[]): readonly string[] {
  return [...new Set(silenced.map(({ code }) => code))].sort();
}
