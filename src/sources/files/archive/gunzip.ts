import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { say, words } from "../../../model/index.ts";
import { refuse } from "../input-error.ts";
import type { Limits } from "../limits.ts";

/** Small inputs may inflate to this without a look at the ratio. */
const harmless = 16 * 1024 * 1024;

export function isGzip(start: Uint8Array): boolean {
  return start[0] === 0x1f && start[1] === 0x8b;
}

export async function* inflated(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  limits: Limits,
): AsyncGenerator<Uint8Array> {
  let compressed = 0;
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      compressed += chunk.length;
      yield chunk;
    }
  }
  const gunzip = createGunzip();
  let failure: unknown;
  pipeline(Readable.from(counted()), gunzip, (problem) => {
    failure = problem;
  });
  try {
    for await (const chunk of gunzip) {
      bytes += chunk.length;
      if (bytes > harmless && bytes > compressed * limits.ratio) {
        throw refuse({ file }, say`it inflates to more than ${limits.ratio} times its size`);
      }
      yield chunk;
    }
  } catch (problem) {
    const cause = failure ?? problem;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    throw code.startsWith("Z_") ? refuse({ file }, words("its gzip data is corrupt or cut off")) : cause;
  }
}
