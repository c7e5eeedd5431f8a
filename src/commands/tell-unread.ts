import type { Unread } from "../model/index.ts";
import type { Edge } from "./edge.ts";
import type { FlagValues } from "./flags/index.ts";
import { renderOptions } from "./print.ts";

/**
 * Beside an answer that has no room for it: that something is missing there may only mean that it was not seen.
 *
 * @param to where people read: names go to other programs
 */
export async function tellUnread(
  unread: readonly Unread[],
  flags: FlagValues,
  edge: Edge,
  to: "out" | "err" = "err",
): Promise<void> {
  if (unread.length === 0) return;
  const { notRead } = await import("../render/terminal/unread.ts");
  edge[to].write(notRead(unread, renderOptions(edge, flags)));
}
