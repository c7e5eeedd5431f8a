import type { Unread } from "../cluster/index.ts";
import type { Fate, Hold } from "../report/index.ts";
import { unseenFate } from "./disks/fate.ts";

/** What pods or claims that were not read hold beside the object is not known, nor what becomes of that once they end. */
export function beyond({ holder }: Hold): readonly Fate[] {
  return "unread" in holder && holding.includes(holder.unread.resource) ? unseenFate(holder.unread) : [];
}

const holding: readonly Unread["resource"][] = ["v1/pods", "v1/persistentvolumeclaims"];
