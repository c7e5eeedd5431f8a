import type * as Zlib from "node:zlib";
import type { Taker } from "./taker.ts";

/** Looks at the begin of a body while the rest is still coming, and keeps none of it. */
export interface BeginReader {
  /** `more`: it is not enough yet. Once for each try. */
  read(begin: Buffer): "more" | "enough";
  /** Who takes the body whose begin was read last, from its first byte on. `undefined`: it is to be kept. */
  taker(): Taker | undefined;
}

/** Bytes as they come. What a list says of itself is in the first few hundred. */
const longest = 16 * 1024;
const longestUnpacked = 4 * 1024 * 1024;

/** Shows the chunks of a body to the reader, until it has enough, or as much as it gets. */
export async function beginning(
  encoding: string,
  reader: BeginReader,
): Promise<(chunk: Buffer) => "more" | "enough"> {
  const zlib = encoding === "gzip" ? await import("node:zlib") : undefined;
  let kept: Buffer | undefined;
  return (chunk) => {
    const next = chunk.subarray(0, longest - (kept?.length ?? 0));
    const begin = kept === undefined ? next : Buffer.concat([kept, next]);
    const plain = zlib === undefined ? begin : unpacked(begin, zlib);
    if (reader.read(plain) === "enough" || begin.length === longest) return "enough";
    // The bytes are lent.
    kept = begin === next ? Buffer.from(next) : begin;
    return "more";
  };
}

function unpacked(begin: Buffer, { constants, gunzipSync }: typeof Zlib): Buffer {
  try {
    return gunzipSync(begin, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: longestUnpacked });
  } catch {
    // Whether the whole can be unpacked shows when it is there.
    return Buffer.alloc(0);
  }
}
