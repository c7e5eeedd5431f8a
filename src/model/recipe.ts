import type { FieldTest, Path } from "./part.ts";

/** What the keys of an object are made of, so that a store can note their hashes while it reads, without the object. */
export interface Recipe {
  /** Where one of these holds, the object itself must be asked for its keys. */
  readonly asks?: readonly FieldTest[];
  /** Unless all of these hold, there is no key. */
  readonly when?: readonly FieldTest[];
  readonly keys: readonly KeyRecipe[];
}

export interface KeyRecipe {
  /** A list, each item of which has a key; paths that begin with this one are those of the item. */
  readonly each?: Path;
  /** One text: as it is, where it is there and not empty. Several: `keyOf` them, with an empty one where one is missing. */
  readonly of: KeyText | readonly [KeyText, KeyText, ...KeyText[]];
  /** Unless this field is there, there is no key. */
  readonly ifSet?: Path;
}

export type KeyText = { readonly field: Path } & (
  | { readonly take: "all" }
  | { readonly take: "all"; readonly orElse: string }
  /** Without the prefix there is no key. */
  | { readonly take: "after"; readonly prefix: string }
  /** `data-web` of `data-web-2`. Without a number of at most nine digits there is no key. */
  | { readonly take: "before number" }
);
