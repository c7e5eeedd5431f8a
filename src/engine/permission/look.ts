import type { Acceptance, Listed, Phrase, Unread } from "../../model/index.ts";
import { acceptance, type Danger } from "../dangers.ts";

/** What was seen when looking for a reason not to act: a danger, or that something could not be read. */
export type Seen = { readonly danger: Acceptance } | { readonly unread: Unread };

export function danger(name: Danger, because: Phrase): Seen {
  return { danger: acceptance(name, because) };
}

/** A hold that would be broken: its reason is the name. */
export function broken(reason: string, because: Phrase): Seen {
  return { danger: { name: reason, because } };
}

/** What each of the objects means, or only what was not read. */
export function eachOf<T>(
  listed: Listed<T>,
  seen: (items: readonly T[]) => readonly Seen[],
): readonly Seen[] {
  return listed.read ? seen(listed.items) : [{ unread: listed.unread }];
}

/** The dangers, each name once, with the first reason that was found for it. */
export function dangersIn(all: readonly Seen[]): readonly Acceptance[] {
  const found = all.flatMap((seen) => ("danger" in seen ? [seen.danger] : []));
  return found.filter(({ name }, position) => found.findIndex((other) => other.name === name) === position);
}

export function unreadIn(all: readonly Seen[]): readonly Unread[] {
  return all.flatMap((seen) => ("unread" in seen ? [seen.unread] : []));
}
