/** Takes a body while it comes, so that it is not kept. */
export interface Taker {
  /** The next piece, whose bytes are lent. */
  add(piece: Buffer): void;
  /** All of it has come: the value in it. */
  end(): unknown;
  /** The rest of it does not come. */
  drop(): void;
}
