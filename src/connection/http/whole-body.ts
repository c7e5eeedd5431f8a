import type { IncomingHttpHeaders } from "node:http";
import { type BeginReader, beginning } from "./beginning.ts";
import { type Gathered, gathered } from "./gathered.ts";
import type { Limits } from "./limits.ts";
import type { Room } from "./room.ts";
import type { Taker } from "./taker.ts";
import { tooLarge, unpacked, unpackInto } from "./unpack.ts";

/** What a body came to. */
type Whole =
  | { readonly came: "bytes"; readonly bytes: Buffer }
  /** A `Taker` read the bytes piece by piece and made a value of them. `size`: of the unpacked bytes. */
  | { readonly came: "value"; readonly value: unknown; readonly size: number };

/** A body that comes in pieces whose bytes are lent. */
export interface WholeBody {
  /** Throws an `AccessError` for more than an answer may be. */
  add(piece: Buffer): void;
  /** All of it has come. Throws an `AccessError`, or an error of `node:zlib`. */
  end(): Promise<Whole>;
  /** The rest does not come, or what came is not wanted. */
  drop(): void;
}

/**
 * A body that is kept, unless the reader of its begin has a taker for it. What is packed is kept in any case, and what
 * is in it is taken at the end.
 */
export async function wholeBody(
  headers: IncomingHttpHeaders,
  reader: BeginReader | undefined,
  limits: Limits,
  shared: Room,
): Promise<WholeBody> {
  const encoding = headers["content-encoding"] ?? "";
  const isPlain = /^\s*(identity\s*)?$/i.test(encoding);
  let look = reader === undefined ? undefined : await beginning(encoding, reader);
  let size = 0;
  let kept: Gathered | undefined;
  let taker: Taker | undefined;

  function keep(piece: Buffer): void {
    kept ??= gathered(headers["content-length"]);
    kept.add(piece);
  }

  function takeOver(): void {
    look = undefined;
    taker = reader?.taker();
    if (taker === undefined || kept === undefined || !isPlain) return;
    taker.add(kept.whole());
    kept = undefined;
  }

  return {
    add(piece) {
      size += piece.length;
      if (size > limits.answer) throw tooLarge(limits);
      if (look?.(piece) === "enough") takeOver();
      if (taker !== undefined && isPlain) taker.add(piece);
      else keep(piece);
    },
    async end() {
      if (taker !== undefined && isPlain) return { came: "value", value: taker.end(), size };
      const bytes = kept?.whole() ?? Buffer.alloc(0);
      if (isPlain) return { came: "bytes", bytes };
      if (taker === undefined)
        return { came: "bytes", bytes: await unpacked(bytes, encoding, limits, shared) };
      const length = await unpackInto(taker, bytes, encoding, limits);
      return { came: "value", value: taker.end(), size: length };
    },
    drop: () => taker?.drop(),
  };
}
