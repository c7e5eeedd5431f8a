import type { Action } from "../controllers/index.ts";
import type { ObjectRef } from "../kubernetes/index.ts";
import { nameKey } from "../kubernetes/index.ts";
import type { Timeline } from "./analysis.ts";

/** What a future does to claims: two futures are held against each other by it. */
export interface ClaimsAhead {
  /** Those that a controller gives a finalizer: they stay until it is removed, and their disks with them. By key. */
  readonly given: ReadonlySet<string>;
  /** Which get which volumes. */
  readonly bound: ReadonlySet<string>;
  /** Those that are gone in the end. */
  readonly gone: readonly ObjectRef[];
}

export function claimsAhead({ moves, end }: Pick<Timeline, "moves" | "end">): ClaimsAhead {
  const given = new Set<string>();
  const bound = new Set<string>();
  const claims = new Map<string, ObjectRef>();
  for (const { action } of moves) {
    if (action.object.kind !== "PersistentVolumeClaim") continue;
    if (action.do === "add-finalizer") given.add(nameKey(action.object));
    if (action.do === "bind") bound.add(boundKey(action));
    claims.set(nameKey(action.object), action.object);
  }
  const gone = [...claims.values()].filter((claim) => end.find(claim) === undefined);
  return { given, bound, gone };
}

export function boundKey({ object, volume }: Extract<Action, { do: "bind" }>): string {
  return `${nameKey(object)} ${volume.name}`;
}
