import { Rooms } from "./rooms.ts";

/** A body that comes in pieces whose bytes are lent, and is kept. */
export interface Gathered {
  add(piece: Buffer): void;
  whole(): Buffer;
  /** The whole is no longer read: its room is given back. */
  release(): void;
}

const least = 64 * 1024;
/** What the server says of the length is believed up to here. The rest is believed when it comes. */
const mostPromised = 8 * 1024 * 1024;

export function gathered(promised: string | undefined, rooms = new Rooms()): Gathered {
  let room = /^\d{1,15}$/.test(promised ?? "")
    ? rooms.take(Math.min(Number(promised), mostPromised))
    : (rooms.takeLargest() ?? rooms.take(least));
  let isFree = false;
  let size = 0;
  return {
    add(piece) {
      if (size + piece.length > room.length) {
        const larger = rooms.take(Math.max(2 * room.length, size + piece.length));
        room.copy(larger, 0, 0, size);
        rooms.giveBack(room);
        room = larger;
      }
      piece.copy(room, size);
      size += piece.length;
    },
    whole: () => room.subarray(0, size),
    release() {
      if (!isFree) rooms.giveBack(room);
      isFree = true;
    },
  };
}
