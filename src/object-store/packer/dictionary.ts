import { Bytes, discard, isSame } from "./bytes";

const smallest: i32 = 1 << 8;
const mostSeen: i32 = 1 << 16;

/**
 * Of a place: a number, one too high, so that 0 is a free place; its hash, and where its bytes are, so that nothing else need
 * be looked up to know whether they are those that are looked for.
 */
namespace Place {
  export const bytes: i32 = 16;
  export const number: i32 = 0;
  export const hash: i32 = 4;
  export const start: i32 = 8;
  export const length: i32 = 12;
}

/**
 * What comes again and again, each with a number to be written in its place. Most texts of a cluster come once, so that
 * only what comes a second time is taken in.
 */
@unmanaged
export class Dictionary {
  size: i32 = 0;
  /** The values, one behind the other. */
  bytes: Bytes = new Bytes();
  /** Where each begins. */
  starts: Bytes = new Bytes();
  /** By hash. */
  places: usize = clearedPlaces(smallest);
  placeCount: i32 = smallest;
  /** Hashes that came once. */
  seen: usize = cleared(smallest);
  seenCount: i32 = smallest;
  sights: i32 = 0;

  /**
   * The number of these bytes, or -1 while they are not in it.
   *
   * @param owner who writes them: the same bytes can say something else elsewhere
   */
  numberOf(owner: i32, hash: i32, from: usize, length: i32): i32 {
    const mixed = mixedOf(owner, hash);
    const known = this.find(mixed, from, length);
    if (known >= 0) return known;
    return this.hasSeen(mixed) ? this.add(mixed, from, length) : -1;
  }

  /** The number of these bytes, which came before. */
  take(owner: i32, hash: i32, from: usize, length: i32): i32 {
    const mixed = mixedOf(owner, hash);
    const known = this.find(mixed, from, length);
    return known >= 0 ? known : this.add(mixed, from, length);
  }

  has(owner: i32, hash: i32, from: usize, length: i32): bool {
    return this.find(mixedOf(owner, hash), from, length) >= 0;
  }

  free(): void {
    discard(this.bytes);
    discard(this.starts);
    heap.free(this.places);
    heap.free(this.seen);
    heap.free(changetype<usize>(this));
  }

  private find(mixed: i32, from: usize, length: i32): i32 {
    const start = this.bytes.start;
    let each = mixed;
    while (true) {
      const place = this.placeAt(each++);
      const number = load<i32>(place, Place.number) - 1;
      if (number < 0) return -1;
      if (
        load<i32>(place, Place.hash) == mixed &&
        load<i32>(place, Place.length) == length &&
        isSame(start + load<i32>(place, Place.start), from, length)
      )
        return number;
    }
  }

  private hasSeen(mixed: i32): bool {
    this.sights++;
    if (this.sights > this.seenCount && this.seenCount < mostSeen) this.widenSeen();
    const place = this.seen + ((mixed & (this.seenCount - 1)) << 2);
    const has = load<i32>(place) == mixed;
    store<i32>(place, mixed);
    return has;
  }

  private widenSeen(): void {
    heap.free(this.seen);
    this.seenCount *= 4;
    this.seen = cleared(this.seenCount);
    this.sights = 0;
  }

  private add(mixed: i32, from: usize, length: i32): i32 {
    const number = this.size++;
    if (this.size * 2 > this.placeCount) this.widen();
    const place = this.freePlace(mixed);
    store<i32>(place, number + 1, Place.number);
    store<i32>(place, mixed, Place.hash);
    store<i32>(place, this.bytes.length, Place.start);
    store<i32>(place, length, Place.length);
    this.starts.word(this.bytes.length);
    this.bytes.copy(from, length);
    return number;
  }

  private freePlace(mixed: i32): usize {
    let each = mixed;
    while (load<i32>(this.placeAt(each), Place.number) != 0) each++;
    return this.placeAt(each);
  }

  @inline
  private placeAt(each: i32): usize {
    return this.places + (each & (this.placeCount - 1)) * Place.bytes;
  }

  private widen(): void {
    const before = this.places;
    const end = before + this.placeCount * Place.bytes;
    this.placeCount *= 2;
    this.places = clearedPlaces(this.placeCount);
    for (let place = before; place < end; place += Place.bytes)
      if (load<i32>(place, Place.number) != 0)
        memory.copy(this.freePlace(load<i32>(place, Place.hash)), place, Place.bytes);
    heap.free(before);
  }
}

/** Of the same bytes the hash is the same, so that where both are, the owner is. */
function mixedOf(owner: i32, hash: i32): i32 {
  return hash ^ ((owner + 1) * 0x9e3779b1);
}

function clearedPlaces(count: i32): usize {
  return cleared((count * Place.bytes) >> 2);
}

/** Room for so many numbers, all of them 0. */
export function cleared(count: i32): usize {
  const start = heap.alloc(count << 2);
  memory.fill(start, 0, count << 2);
  return start;
}
