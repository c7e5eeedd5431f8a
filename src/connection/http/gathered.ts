import type { Rooms } from "./rooms.ts";

/** A body that comes in pieces whose bytes are lent, and is kept. */
interface Gathered {
  add(piece: Buffer): void;
  whole(): Buffer;
  /** The whole is no longer read: its room is given back. */
  release(): void;
}

const least = 64 * 1024;
/** What the server says of the length is believed up to here. The rest is believed when it comes. */
const mostPromised = 8 * 1024 * 1024;

/** @param rooms for a page of a list; anything else has memory of its own */
export function gathered(promised: string | undefined, rooms?: Rooms): Gathered {
  const length = /^\d{1,15}$/.test(promised ?? "") ? Math.min(Number(promised), mostPromised) : least;
  const room = rooms?.take();
  let bytes: Buffer = room?.widen(length) === true ? room.bytes : Buffer.allocUnsafeSlow(length);
  let isFree = false;
  let size = 0;

  function widened(needed: number): Buffer {
    if (bytes === room?.bytes && room.widen(needed)) return room.bytes;
    const wider = Buffer.allocUnsafeSlow(Math.max(2 * bytes.length, needed));
    bytes.copy(wider, 0, 0, size);
    return wider;
  }

  return {
    add(piece) {
      if (size + piece.length > bytes.length) bytes = widened(size + piece.length);
      bytes.set(piece, size);
      size += piece.length;
    },
    whole: () => bytes.subarray(0, size),
    release() {
      if (!isFree && room !== undefined) rooms?.giveBack(room, size);
      isFree = true;
    },
  };
}
