/** The largest buffers that are kept, and how many. */
const largest = 16 * 1024 * 1024;
const most = 4;

/**
 * Buffers for bodies, used again: the pages of a list are large, and hundreds of new ones keep the garbage collector busy
 * with all that has been read before.
 */
export class Rooms {
  readonly #free: Buffer[] = [];

  /** Of at least so many bytes: the smallest that will do, so that large pages find large ones. */
  take(length: number): Buffer {
    return (
      this.#takeAt(this.#free.findIndex((room) => room.length >= length)) ?? Buffer.allocUnsafeSlow(length)
    );
  }

  /** The largest, for who does not know how many bytes will come. */
  takeLargest(): Buffer | undefined {
    return this.#takeAt(this.#free.length - 1);
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

  #takeAt(at: number): Buffer | undefined {
    return at < 0 ? undefined : this.#free.splice(at, 1)[0];
  }
}
