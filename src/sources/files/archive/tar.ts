import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { extract } from "tar-stream";
import { words } from "../../../model/index.ts";
import { refuse } from "../input-error.ts";

const block = 512;

/** `name` comes from the archive: untrusted. */
interface TarEntry {
  readonly name: string;
  readonly type: "file" | "folder" | "other";
  readonly size: number;
}

interface TarHandler {
  /** Whether the content is wanted. Throws to refuse the archive. */
  entry(entry: TarEntry): boolean;
  content(entry: TarEntry, bytes: Uint8Array): void;
}

export function isTar(start: Uint8Array): boolean {
  return start.length >= block && Buffer.from(start.subarray(257, 262)).toString("latin1") === "ustar";
}

/**
 * Reads a POSIX or GNU tar stream from front to back, and to the end of what carries it, which then can check its own end.
 * Throws an `InputError`, and what `chunks` and `handler` throw.
 */
export async function readTar(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  handler: TarHandler,
): Promise<void> {
  const reader = extract();
  const carried = pipeline(Readable.from(chunks), reader as unknown as NodeJS.WritableStream);
  // Its failures come out of the reader, too.
  carried.catch(() => {});
  try {
    for await (const stream of reader) {
      const { name, type, size = 0 } = stream.header;
      const entry: TarEntry = { name, size, type: kinds.get(type ?? "file") ?? "other" };
      if (handler.entry(entry)) handler.content(entry, await buffer(stream));
      else stream.resume();
    }
  } catch (problem) {
    const told =
      problem instanceof Error ? problems.find(({ says }) => says.test(problem.message)) : undefined;
    throw told === undefined ? problem : refuse({ file }, words(told.phrase));
  } finally {
    reader.destroy();
  }
}

const kinds: ReadonlyMap<string, TarEntry["type"]> = new Map([
  ["file", "file"],
  ["contiguous-file", "file"],
  ["directory", "folder"],
]);

/** mafintosh/tar-stream extract.js, headers.js decode, v3.2. */
const problems = [
  { says: /^Unexpected end of data$/, phrase: "the tar archive is cut off" },
  { says: /^Invalid (tar )?header|^Header exceeds max size/, phrase: "the tar archive is corrupt" },
] as const;
