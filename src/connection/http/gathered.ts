/** A body that comes in pieces whose bytes are lent, and is kept. */
export interface Gathered {
  add(piece: Buffer): void;
  whole(): Buffer;
}

const least = 64 * 1024;
/** What the server says of the length is believed up to here. The rest is believed when it comes. */
const mostPromised = 8 * 1024 * 1024;

export function gathered(promised: string | undefined): Gathered {
  const length = /^\d{1,15}$/.test(promised ?? "") ? Number(promised) : least;
  let room = Buffer.allocUnsafeSlow(Math.min(length, mostPromised));
  let size = 0;
  return {
    add(piece) {
      if (size + piece.length > room.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(2 * room.length, size + piece.length));
        room.copy(larger, 0, 0, size);
        room = larger;
      }
      piece.copy(room, size);
      size += piece.length;
    },
    whole: () => room.subarray(0, size),
  };
}
