/** The largest buffers that are kept, and how many. */
const largest = 16 * 1024 * 1024;
const most = 4;

/**
 * Buffers for bodies, used again: the pages of a list are large, and hundreds of new ones keep the garbage collector busy
 * with all that has been read before.
 */
export class Rooms {
  readonly #free: Buffer[] = [];
  #out = 0;

  /** The largest that is free, or one of so many bytes. */
  take(length: number): Buffer {
    this.#out++;
    const room = this.#free.pop();
    return room !== undefined && room.length >= length ? room : Buffer.allocUnsafeSlow(length);
  }

  /** Nobody reads from it any more. With the last one all go: there may be no more pages. */
  giveBack(room: Buffer): void {
    this.#out--;
    if (room.length <= largest) this.#free.push(room);
    if (this.#out === 0) this.#free.length = 0;
    this.#free.sort((one, other) => one.length - other.length);
    if (this.#free.length > most) this.#free.shift();
  }
}
