import type { ObjectRef, Phrase, SeenRef } from "../kubernetes/index.ts";

/** A danger that the person must accept by its name: `--accept NAME`. */
export interface Acceptance {
  /** The reason of the hold that would be broken, or the loss, such as `DiskLeaks`. */
  readonly name: string;
  readonly because: Phrase;
}

/** One change to a field, as in RFC 6902. `path` is a JSON pointer. */
export type Edit =
  | { readonly op: "add"; readonly path: string; readonly value: unknown }
  /** `was` is the value that the plan saw; the server refuses when it is another one. */
  | { readonly op: "replace"; readonly path: string; readonly value: unknown; readonly was: unknown }
  | { readonly op: "remove"; readonly path: string; readonly was: unknown };

/** What a remedy wants done. It becomes a step when the object has been read whole. */
export type Act =
  | { readonly do: "drop-finalizer"; readonly on: SeenRef; readonly finalizer: string }
  /** Never touches `metadata.finalizers`, but to add one to an object that is not being deleted. */
  | { readonly do: "edit"; readonly on: SeenRef; readonly edits: readonly [Edit, ...Edit[]] }
  /** `orphaned`: what the object owns is left, without an owner. Only a person does that. */
  | { readonly do: "delete"; readonly on: SeenRef; readonly dependents?: "orphaned" }
  /** `manifest` is JSON text. */
  | { readonly do: "create"; readonly on: ObjectRef; readonly manifest: string };
