import type { Cluster, Unread } from "../cluster/index.ts";
import type { KubeObject, ObjectIn, ObjectRef, Phrase, Resource } from "../kubernetes/index.ts";
import type { Limit, RemedyCall } from "../report/index.ts";

/** An object that depends on one that is to be deleted. */
export interface Dependent {
  readonly object: KubeObject;
  /** What is said of it where nothing changes for it. CamelCase and stable. */
  readonly reason: string;
  readonly message: Phrase;
  /** What is said of it where it is deleted too. */
  readonly goes?: Phrase;
  /** It is deleted too, but only when the object no longer exists. */
  readonly follows?: true;
  /** What it waits for, or will wait for, and that nothing will do. */
  readonly stops?: { readonly reason: string; readonly message: Phrase };
  /** Why it may be deleted too, where that cannot be told. */
  readonly perhaps?: Phrase;
  /** Why its data ends with the object, whatever its policy. */
  readonly lost?: Phrase;
  /** It is a record of the very same data; or one that is deleted together with that. */
  readonly shares?: "the data" | "the data and its end";
}

/** `unread`: there may be more. */
export interface Dependents {
  readonly items: readonly Dependent[];
  readonly unread: readonly Unread[];
}

/** What else changes at once: an object is deleted, disappears whatever held it, or is as given. */
export type Ended =
  | { readonly deleted: ObjectRef; readonly by: string }
  | { readonly removed: ObjectRef }
  | { readonly changed: KubeObject };

/** What is known of the deletion of an object: who depends on it. What becomes of them is for the controllers to say. */
interface DeletionEntry<R extends Resource> {
  /** kebab-case, equal to the file's name. */
  readonly name: string;
  readonly on: readonly R[];
  /** Every kind that it may ask for. */
  readonly needs: readonly Resource[];
  /** Repository, path, function and version. */
  readonly sources: readonly [string, ...string[]];
  /** `each answer`: also where it is told in a sentence how a deletion would end. */
  readonly told: "each answer" | "step by step";
  dependents(object: ObjectIn<R>, cluster: Cluster): Dependents;
  /** What ends with the object itself. */
  ends?(object: ObjectIn<R>, cluster: Cluster): readonly Ended[];
  /** What nothing does without it. */
  limits?(object: ObjectIn<R>, cluster: Cluster): readonly Limit[];
  /** What to do before, besides what keeps the data that would be lost. */
  before?(object: ObjectIn<R>, cluster: Cluster): readonly RemedyCall[];
}

/** An entry whose kinds are known only at run time. */
export type AnyDeletionEntry = DeletionEntry<Resource>;

export function defineDeletion<R extends Resource>(entry: DeletionEntry<R>): AnyDeletionEntry {
  // The analysis hands an entry only objects of the kinds that `on` names.
  return entry;
}

/** The dependents that several lists are made of. */
export function together(all: readonly Dependents[]): Dependents {
  return {
    items: all.flatMap(({ items }) => items),
    unread: all.flatMap(({ unread }) => unread),
  };
}
