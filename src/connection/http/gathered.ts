/** A body that comes in pieces whose bytes are lent, and is kept. */
export interface Gathered {
  add(piece: Buffer): void;
  whole(): Buffer;
}

const least = 64 * 1024;
/** What the server says of the length is believed up to here. The rest is believed when it comes. */
const mostPromised = 8 * 1024 * 1024;

export function gathered(promised: string | undefined): Gathered {
  const length = /^\d{1,15}$/.test(promised ?? "") ? Math.min(Number(promised), mostPromised) : least;
  let bytes = Buffer.allocUnsafeSlow(length);
  let size = 0;

  function widen(needed: number): void {
    const wider = Buffer.allocUnsafeSlow(Math.max(2 * bytes.length, needed));
    bytes.copy(wider, 0, 0, size);
    bytes = wider;
  }

  return {
    add(piece) {
      if (size + piece.length > bytes.length) widen(size + piece.length);
      bytes.set(piece, size);
      size += piece.length;
    },
    whole: () => bytes.subarray(0, size),
  };
}
