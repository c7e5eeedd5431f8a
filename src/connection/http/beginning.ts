import type * as Zlib from "node:zlib";

/** Looks at the begin of a body while the rest is still coming. `more`: it is not enough yet. */
export type BeginReader = (begin: Buffer) => "more" | "enough";

/** Bytes as they come. What a list says of itself is in the first few hundred. */
const longest = 16 * 1024;
const longestUnpacked = 4 * 1024 * 1024;

/** Takes the chunks of a body, until the reader has enough. */
export async function beginning(encoding: string, read: BeginReader): Promise<(chunk: Buffer) => void> {
  const zlib = encoding === "gzip" ? await import("node:zlib") : undefined;
  let begin = Buffer.alloc(0);
  let wanted = true;
  return (chunk) => {
    if (!wanted) return;
    begin = Buffer.concat([begin, chunk.subarray(0, longest - begin.length)]);
    const plain = zlib === undefined ? begin : unpacked(begin, zlib);
    wanted = read(plain) === "more" && begin.length < longest;
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
