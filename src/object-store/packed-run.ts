/** What one recipe makes of some items: of each how many keys, and of each key both hashes. */
export interface PackedKeys {
  readonly counts: Uint8Array;
  readonly hashes: Int32Array;
  readonly checks: Int32Array;
}

/** What came of the items of a page, one after the other. */
export interface PackedRun {
  /** Messages that do not say what every object says, one behind the other. All else is of the others. */
  readonly refused: Uint8Array;
  readonly refusedLengths: Int32Array;
  /** The items as they are kept, one behind the other. */
  readonly items: Uint8Array;
  readonly lengths: Int32Array;
  readonly names: Int32Array;
  /** Empty for a kind whose objects have no namespace. */
  readonly namespaces: Int32Array;
  /** For each 32 parts, which of them an item is in. */
  readonly bits: Int32Array;
  /** Empty for a kind whose objects are never compared. */
  readonly likenesses: Int32Array;
  /** Of each recipe. */
  readonly keys: readonly PackedKeys[];
}

/** What is written as a number. */
export interface PackedDictionary {
  readonly bytes: Uint8Array;
  /** Where each value begins, and where the last one ends. */
  readonly starts: Int32Array;
}
