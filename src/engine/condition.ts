import type { Cluster, Index, ObjectIn, Part, Path, Resource } from "../model/index.ts";
import type { Join } from "./joins.ts";

/**
 * What must hold of an object for a rule to find anything about it, or to miss anything. It is data, so that it can be
 * told of all objects of a kind at a time, and nearly none of them need be made. Of objects of kinds that it is not about
 * it holds, and of all objects where what it looks at was not wholly read.
 */
export type Condition = Part | Join | JoinWhose | Alike | Either | NotRead;

export interface JoinWhose<R extends Resource = Resource, S extends Resource = Resource> {
  readonly key: Index<R>;
  readonly among: Index<S>;
  readonly whose: Condition;
}

export interface Alike<R extends Resource = Resource> {
  readonly name: string;
  readonly on: readonly R[];
  readonly paths: readonly [Path, ...Path[]];
  /** Asks nothing that the paths do not tell. What it cannot read counts as a yes. */
  isSuspect(object: ObjectIn<R>, cluster: Cluster): boolean;
}

interface Either {
  readonly either: readonly Condition[];
}

/** Not all objects of this kind were read. */
interface NotRead {
  readonly unread: Resource;
}

/** How many objects have a key of this one among their own: `another`, besides one that can be the object itself. */
export function matches<R extends Resource, S extends Resource>(
  key: Index<R>,
  found: Join["found"],
  among: Index<S>,
): Condition {
  const join: Join<R, S> = { key, among, found };
  // The caller hands each index only objects of the resource it is on.
  return join as unknown as Join;
}

/** Some object has a key of this one among its own, and the condition holds of it. Of few it should. */
export function matchesOne<R extends Resource, S extends Resource>(
  key: Index<R>,
  among: Index<S>,
  whose: Condition,
): Condition {
  const join: JoinWhose<R, S> = { key, among, whose };
  return join as unknown as JoinWhose;
}

/** Objects with the same values at all of the paths have the same answer: it is asked once for all of them. */
export function alike<R extends Resource>(question: Alike<R>): Condition {
  return question as unknown as Alike;
}
