import type { KubeObject, Resource } from "../../../src/kubernetes/index.ts";

/** A remedy that is asked for in a small cluster. */
export interface Situation {
  readonly what: string;
  readonly remedy: string;
  /** The object that it is asked for comes first. */
  readonly objects: readonly [KubeObject, ...KubeObject[]];
  readonly using?: { readonly [name: string]: string };
  readonly hidden?: readonly Resource[];
}

/** Situations of one remedy, by what is special in them. */
export function situationsOf(
  remedy: string,
  rows: { readonly [what: string]: Omit<Situation, "what" | "remedy"> },
): readonly Situation[] {
  return Object.entries(rows).map(([what, row]) => ({ what, remedy, ...row }));
}

/** A moment long before the others. */
export const longAgo = "2026-10-01T08:00:00Z";
