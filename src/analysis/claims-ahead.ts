import type { Action } from "../controllers/index.ts";
import { nameKey } from "../kubernetes/index.ts";
import type { Timeline } from "./analysis.ts";

/** What a future does to claims: two futures are held against each other by it. */
export interface ClaimsAhead {
  /** Those that a controller gives a finalizer: they stay until it is removed, and their disks with them. By key. */
  readonly given: ReadonlySet<string>;
  /** Which get which volumes. */
  readonly bound: ReadonlySet<string>;
}

/** @param moves those of the future */
export function claimsAhead({ moves }: Pick<Timeline, "moves">): ClaimsAhead {
  const given = new Set<string>();
  const bound = new Set<string>();
  for (const { action } of moves) {
    if (action.object.kind !== "PersistentVolumeClaim") continue;
    if (action.do === "add-finalizer") given.add(nameKey(action.object));
    if (action.do === "bind") bound.add(boundKey(action));
  }
  return { given, bound };
}

export function boundKey({ object, volume }: Extract<Action, { do: "bind" }>): string {
  return `${nameKey(object)} ${volume.name}`;
}
