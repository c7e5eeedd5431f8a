/** The largest buffers that are kept, and how many. */
const largest = 16 * 1024 * 1024;
const most = 4;

/**
 * Buffers for bodies, used again: the pages of a list are large, and hundreds of new ones keep the garbage collector busy
 * with all that has been read before.
 */
export class Rooms {
  readonly #free: Buffer[] = [];

  /** The largest that is free, or one of so many bytes. */
  take(length: number): Buffer {
    const room = this.#free.pop();
    return room !== undefined && room.length >= length ? room : Buffer.allocUnsafeSlow(length);
  }

  /** No more pages come, as far as is known. */
  clear(): void {
    this.#free.length = 0;
  }

  /** Nobody reads from it any more. */
  giveBack(room: Buffer): void {
    if (room.length > largest) return;
    this.#free.push(room);
    this.#free.sort((one, other) => one.length - other.length);
    if (this.#free.length > most) this.#free.shift();
  }
}
