import type * as Zlib from "node:zlib";

/** Looks at the begin of a body while the rest is still coming, and keeps none of it. `more`: it is not enough yet. */
export type BeginReader = (begin: Buffer) => "more" | "enough";

/** Bytes as they come. What a list says of itself is in the first few hundred. */
const longest = 16 * 1024;
const longestUnpacked = 4 * 1024 * 1024;

/** Takes the chunks of a body, until the reader has enough. */
export async function beginning(encoding: string, read: BeginReader): Promise<(chunk: Buffer) => void> {
  const zlib = encoding === "gzip" ? await import("node:zlib") : undefined;
  let kept: Buffer | undefined;
  let wanted = true;
  return (chunk) => {
    if (!wanted) return;
    const next = chunk.subarray(0, longest - (kept?.length ?? 0));
    const begin = kept === undefined ? next : Buffer.concat([kept, next]);
    const plain = zlib === undefined ? begin : unpacked(begin, zlib);
    wanted = read(plain) === "more" && begin.length < longest;
    // The bytes are lent, and most often they were enough.
    if (wanted) kept = begin === next ? Buffer.from(next) : begin;
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
