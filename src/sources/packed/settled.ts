import type { PackedDictionary, PackedKeys } from "./packed-run.ts";

/** What numbers are in, chunk after chunk. */
type Chunks = readonly Int32Array[];

/** What one recipe made of all items. */
export interface SettledKeys extends Pick<PackedKeys, "counts"> {
  readonly hashes: Chunks;
  readonly checks: Chunks;
}

/** What was noted of all items. */
export interface SettledColumns {
  readonly names: Chunks;
  readonly namespaces: Chunks;
  readonly bits: Chunks;
  readonly likenesses: Chunks;
  readonly keys: readonly SettledKeys[];
}

/** A list after its last item as plain data, with which another thread can go on. Its memory is in `buffersOf`. */
export interface SettledList {
  readonly chunks: readonly (Uint8Array | undefined)[];
  readonly places: Chunks;
  readonly columns: SettledColumns;
  readonly dictionary: PackedDictionary;
  /** Sets of fields, in each of which one of the values is that are kept as they are. */
  readonly fieldSets: readonly Uint8Array[];
}

/** All memory of a list, to be handed over with it instead of being copied. */
export function buffersOf({
  chunks,
  places,
  columns,
  dictionary,
  fieldSets,
}: SettledList): readonly ArrayBuffer[] {
  const { names, namespaces, bits, likenesses, keys } = columns;
  const views: readonly ArrayBufferView[] = [
    ...chunks.flatMap((chunk) => chunk ?? []),
    ...[places, names, namespaces, bits, likenesses].flat(),
    ...keys.flatMap(({ counts, hashes, checks }) => [counts, ...hashes, ...checks]),
    dictionary.bytes,
    dictionary.starts,
    ...fieldSets,
  ];
  return [...new Set(views.map(({ buffer }) => buffer as ArrayBuffer))];
}
