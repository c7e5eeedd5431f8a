import { type Scope, type Silenced, type Unread, wider } from "../model/index.ts";
import { byKey, grouped } from "./group.ts";

/** Something that was not read, with the rules that could not look because of it. */
export interface BlindSpot {
  readonly unread: Unread;
  /** Sorted, each once. */
  readonly codes: readonly string[];
}

/** What keeps rules from looking: that which silences most of them first. */
export function blindSpots(silenced: readonly Silenced[]): readonly BlindSpot[] {
  const within = byKey(silenced, ({ unread }) =>
    [unread.scope, ...wider(unread.scope)].map((scope) => keyOf(unread, scope)),
  );
  return widest(silenced.map(({ unread }) => unread))
    .map((unread) => ({ unread, codes: silencedCodes(within.get(keyOf(unread, unread.scope)) ?? []) }))
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
  const keys = new Set(distinct.map((one) => keyOf(one, one.scope)));
  return distinct.filter((one) => !wider(one.scope).some((scope) => keys.has(keyOf(one, scope))));
}

/** Two with the same key have the same reason, too. */
function keyOf({ resource, reason }: Unread, scope: Scope): string {
  return JSON.stringify([resource, reason, Object.entries(scope).sort()]);
}
