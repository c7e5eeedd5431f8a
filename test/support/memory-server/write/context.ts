import type { ApiObject } from "../objects/api-object.ts";
import type { ServedKind } from "../objects/kinds.ts";
import type { Store } from "../objects/store.ts";
import { keyOf } from "../objects/store.ts";
import type { DryRun } from "./dry-run.ts";

/** Where a write can be overtaken. */
type Pause =
  /** It read the object and decided; it has not written. */
  | "before-write"
  /** It took the last finalizer, and will now delete whatever has that name. */
  | "before-final-delete";

/** Lets a test act, or decide who goes first, while a write is under way. */
export type Interleave = (pause: Pause, object: ApiObject) => Promise<void> | void;

export interface WriteContext {
  readonly store: Store;
  readonly kind: ServedKind;
  readonly namespace: string | undefined;
  readonly now: () => number;
  readonly interleave: Interleave;
  readonly dryRun: DryRun;
}

export function keyIn({ kind, namespace }: WriteContext, name: string): string {
  return keyOf(kind, { name, namespace });
}
