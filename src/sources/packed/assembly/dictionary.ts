import { Bytes, isSame } from "./bytes";

const smallest: i32 = 1 << 8;
/** Of a value in the dictionary: its owner, and where it begins. */
const perEntry: i32 = 8;
/** Of a place: a number, one too high, so that 0 is a free place, and its hash, so that no other one need be looked up. */
const perPlace: i32 = 8;
const mostSeen: i32 = 1 << 16;

/**
 * What comes again and again, each with a number to be written in its place. Most texts of a cluster come once, so that
 * only what comes a second time is taken in.
 */
@unmanaged
export class Dictionary {
  size: i32 = 0;
  /** The values, one behind the other. */
  bytes: Bytes = new Bytes();
  entries: Bytes = new Bytes();
  /** By hash. */
  places: usize = cleared(smallest * 2);
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
    const known = this.find(owner, mixed, from, length);
    if (known >= 0) return known;
    return this.hasSeen(mixed) ? this.add(owner, mixed, from, length) : -1;
  }

  /** The number of these bytes, which came before. */
  take(owner: i32, hash: i32, from: usize, length: i32): i32 {
    const mixed = mixedOf(owner, hash);
    const known = this.find(owner, mixed, from, length);
    return known >= 0 ? known : this.add(owner, mixed, from, length);
  }

  /** Where the bytes with a number begin. */
  startOf(number: i32): i32 {
    return load<i32>(this.entryOf(number), 4);
  }

  free(): void {
    this.bytes.free();
    this.entries.free();
    heap.free(this.places);
    heap.free(this.seen);
    heap.free(changetype<usize>(this.bytes));
    heap.free(changetype<usize>(this.entries));
    heap.free(changetype<usize>(this));
  }

  private find(owner: i32, hash: i32, from: usize, length: i32): i32 {
    const mask = this.placeCount - 1;
    let place = hash & mask;
    while (true) {
      const known = this.places + place * perPlace;
      const number = load<i32>(known) - 1;
      if (number < 0) return -1;
      if (load<i32>(known, 4) == hash && this.isAt(number, owner, from, length)) return number;
      place = (place + 1) & mask;
    }
  }

  private isAt(number: i32, owner: i32, from: usize, length: i32): bool {
    if (load<i32>(this.entryOf(number)) != owner) return false;
    const start = this.startOf(number);
    return this.endOf(number) - start == length && isSame(this.bytes.start + start, from, length);
  }

  private entryOf(number: i32): usize {
    return this.entries.start + number * perEntry;
  }

  /** Where the next one begins. */
  private endOf(number: i32): i32 {
    return number == this.size - 1 ? this.bytes.length : this.startOf(number + 1);
  }

  private hasSeen(hash: i32): bool {
    this.sights++;
    if (this.sights > this.seenCount && this.seenCount < mostSeen) this.widenSeen();
    const place = this.seen + ((hash & (this.seenCount - 1)) << 2);
    const has = load<i32>(place) == hash;
    store<i32>(place, hash);
    return has;
  }

  private widenSeen(): void {
    heap.free(this.seen);
    this.seenCount *= 4;
    this.seen = cleared(this.seenCount);
    this.sights = 0;
  }

  private add(owner: i32, hash: i32, from: usize, length: i32): i32 {
    const number = this.size++;
    this.entries.word(owner);
    this.entries.word(this.bytes.length);
    this.bytes.copy(from, length);
    if (this.size * 2 > this.placeCount) this.widen();
    this.put(number + 1, hash);
    return number;
  }

  private put(numberAbove: i32, hash: i32): void {
    const mask = this.placeCount - 1;
    let place = hash & mask;
    while (load<i32>(this.places + place * perPlace) != 0) place = (place + 1) & mask;
    store<i32>(this.places + place * perPlace, numberAbove);
    store<i32>(this.places + place * perPlace, hash, 4);
  }

  private widen(): void {
    const before = this.places;
    const end = before + this.placeCount * perPlace;
    this.placeCount *= 2;
    this.places = cleared(this.placeCount * 2);
    for (let place = before; place < end; place += perPlace)
      if (load<i32>(place) != 0) this.put(load<i32>(place), load<i32>(place, 4));
    heap.free(before);
  }
}

function mixedOf(owner: i32, hash: i32): i32 {
  return hash ^ ((owner + 1) * 0x9e3779b1);
}

/** Room for so many numbers, all of them 0. */
export function cleared(count: i32): usize {
  const start = heap.alloc(count << 2);
  memory.fill(start, 0, count << 2);
  return start;
}
