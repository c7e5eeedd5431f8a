import { words } from "../../kubernetes/index.ts";
import { inflated, isGzip, isTar, openArchive } from "./archive.ts";
import type { Part } from "./folder.ts";
import { openFolder, readFolder } from "./folder.ts";
import type { FileIo } from "./io.ts";
import type { Meter } from "./limits.ts";
import { refuse } from "./limits.ts";
import { asInputError, readContents } from "./read-file.ts";

const zipStart = "PK\u0003\u0004";

/** Reads one argument of --from: a file, a folder, an archive, or `-`. */
export async function readInput(path: string, io: FileIo, meter: Meter): Promise<readonly Part[]> {
  const file = path === "-" ? "standard input" : path;
  try {
    const kind = path === "-" ? "file" : await io.kindOf(path);
    switch (kind) {
      case "absent":
        throw refuse({ file }, words("no such file or directory"));
      case "other":
        throw refuse({ file }, words("it is neither a file nor a directory"));
      case "folder":
        return await readFolder(await openFolder(path, io, meter), meter);
      case "file":
        return await readStream(file, path === "-" ? io.stdin() : io.read(path), meter);
    }
  } catch (problem) {
    throw asInputError(file, problem);
  }
}

/** What is in a stream is told from its first bytes, since names lie and standard input has none. */
async function readStream(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  meter: Meter,
): Promise<readonly Part[]> {
  const stored = await peek(meter.through(file, chunks));
  if (!isGzip(stored.start)) return readUnpacked(file, stored.start, stored.all, meter);
  const unpacked = await peek(meter.through(file, inflated(file, stored.all, meter.limits)));
  return readUnpacked(file, unpacked.start, unpacked.all, meter);
}

async function readUnpacked(
  file: string,
  start: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
  meter: Meter,
): Promise<readonly Part[]> {
  if (isTar(start)) return readFolder(await openArchive(file, chunks, meter.limits), meter);
  if (String.fromCharCode(...start.subarray(0, 4)) === zipStart) {
    throw refuse({ file }, words("it is a zip archive: unpack it and pass the directory"));
  }
  return [{ contents: await readContents({ file, chunks }, meter) }];
}

/** Enough to tell what a stream holds. */
const enough = 512;

interface Peeked {
  /** At least `enough` bytes, unless the stream is shorter. */
  readonly start: Uint8Array;
  readonly all: AsyncIterable<Uint8Array>;
}

/** Looks at how a stream starts, and gives the whole of it back. */
async function peek(chunks: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let length = 0;
  while (length < enough) {
    const next = await iterator.next();
    if (next.done === true) break;
    taken.push(next.value);
    length += next.value.length;
  }
  const start = Buffer.concat(taken);
  return { start, all: followedBy(start, iterator) };
}

async function* followedBy(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield start;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
