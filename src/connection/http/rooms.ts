/** How large a room can get; a longer body is kept elsewhere. */
const largest = 32 * 1024 * 1024;
/** A room grows by so much at least. */
const step = 256 * 1024;
/** So many are kept while nobody needs them. */
const mostFree = 3;
/** Of so many bodies it is known how long they were: the next ones will be much the same. */
const lately = 8;
/** What is larger than those by more than this gets smaller. V8 takes whatever grows for news, so that this must be rare. */
const slack = 1.5;

/** Memory for a body. It grows where it is, and what it gives back the system has at once. */
class Room {
  readonly #memory = new ArrayBuffer(0, { maxByteLength: largest });
  bytes = Buffer.from(this.#memory, 0, 0);

  /** `false`: it cannot get that large. */
  widen(length: number): boolean {
    if (length > largest) return false;
    if (length > this.bytes.length) this.#resize(Math.ceil(length / step) * step);
    return true;
  }

  shrink(length: number): void {
    if (length < this.bytes.length) this.#resize(length);
  }

  #resize(length: number): void {
    this.#memory.resize(length);
    this.bytes = Buffer.from(this.#memory, 0, length);
  }
}

/**
 * Rooms for bodies, used again: the pages of a list are large, and hundreds of new ones keep the garbage collector busy
 * with all that has been read before.
 */
export class Rooms {
  readonly #free: Room[] = [];
  readonly #lengths: number[] = [];

  take(): Room {
    return this.#free.pop() ?? new Room();
  }

  /** Nobody reads any more from it what it was taken for, a body of so many bytes. */
  giveBack(room: Room, length: number): void {
    this.#lengths.push(length);
    if (this.#lengths.length > lately) this.#lengths.shift();
    // The pages of one list can be far larger than those of another that is read after it.
    const likely = Math.max(...this.#lengths);
    for (const each of [...this.#free, room]) if (each.bytes.length > slack * likely) each.shrink(likely);
    if (this.#free.length < mostFree) this.#free.push(room);
    else room.shrink(0);
  }

  /** No more pages come, as far as is known. */
  clear(): void {
    for (const room of this.#free) room.shrink(0);
    this.#free.length = 0;
  }
}
