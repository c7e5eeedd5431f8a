import type { Hold, Unread } from "../../model/index.ts";

/** The first thing that these holds could not read, if any. */
export function unreadIn(holds: readonly Hold[]): Unread | undefined {
  for (const { holder } of holds) if ("unread" in holder) return holder.unread;
  return undefined;
}
