import { Bytes, isSame } from "./bytes";

const smallest: i32 = 1 << 8;
const perEntry: i32 = 3;
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
  /** Of each number: its hash, its owner, and where it begins. */
  entries: Bytes = new Bytes();
  /** Numbers by hash, one too high, so that 0 is a free place. */
  places: usize = cleared(smallest);
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
    return load<i32>(this.entryOf(number), 8);
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
      const number = load<i32>(this.places + (place << 2)) - 1;
      if (number < 0) return -1;
      if (this.isAt(number, owner, hash, from, length)) return number;
      place = (place + 1) & mask;
    }
  }

  private isAt(number: i32, owner: i32, hash: i32, from: usize, length: i32): bool {
    const entry = this.entryOf(number);
    if (load<i32>(entry) != hash || load<i32>(entry, 4) != owner) return false;
    const start = this.startOf(number);
    return this.endOf(number) - start == length && isSame(this.bytes.start + start, from, length);
  }

  private entryOf(number: i32): usize {
    return this.entries.start + number * perEntry * 4;
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
    this.entries.word(hash);
    this.entries.word(owner);
    this.entries.word(this.bytes.length);
    this.bytes.copy(from, length);
    if (this.size * 2 > this.placeCount) this.widen();
    else this.put(number);
    return number;
  }

  private put(number: i32): void {
    const mask = this.placeCount - 1;
    let place = load<i32>(this.entryOf(number)) & mask;
    while (load<i32>(this.places + (place << 2)) != 0) place = (place + 1) & mask;
    store<i32>(this.places + (place << 2), number + 1);
  }

  private widen(): void {
    heap.free(this.places);
    this.placeCount *= 2;
    this.places = cleared(this.placeCount);
    for (let number = 0; number < this.size; number++) this.put(number);
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
