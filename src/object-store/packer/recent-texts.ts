import { isSame } from "./bytes";
import { cleared, Dictionary } from "./dictionary";

/** A power of two. */
const places: i32 = 1 << 10;
/** Of a text of the dictionary: its length, where it begins there, and its number. */
const wordsEach: i32 = 3;

/** Texts of the dictionary that came lately: most of those of an item did, and need be neither hashed nor looked for. */
@unmanaged
export class RecentTexts {
  kept: usize = cleared(places * wordsEach);

  /** Where a text of at least three bytes is, if it is kept: by its length, its begin and its end. */
  placeOf(from: usize, length: i32): usize {
    let bits: u64 = length;
    if (length >= 8) bits ^= load<u64>(from) ^ rotl<u64>(load<u64>(from + length - 8), 29);
    else if (length >= 4) bits ^= load<u32>(from) ^ rotl<u64>(load<u32>(from + length - 4), 29);
    else bits ^= <u64>load<u16>(from) | ((<u64>load<u8>(from + length - 1)) << 16);
    bits *= 0x9e3779b97f4a7c15;
    return this.kept + <i32>(bits >> 54) * (wordsEach << 2);
  }

  /** The number of the text, or -1. */
  numberAt(place: usize, dictionary: Dictionary, from: usize, length: i32): i32 {
    if (load<i32>(place) != length) return -1;
    const start = dictionary.bytes.start + load<i32>(place, 4);
    return isSame(start, from, length) ? load<i32>(place, 8) : -1;
  }

  keep(place: usize, dictionary: Dictionary, number: i32, length: i32): void {
    store<i32>(place, length);
    store<i32>(place, dictionary.startOf(number), 4);
    store<i32>(place, number, 8);
  }

  free(): void {
    heap.free(this.kept);
    heap.free(changetype<usize>(this));
  }
}
