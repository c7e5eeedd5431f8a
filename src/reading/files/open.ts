import { pipeline, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { say, words } from "../../kubernetes/index.ts";
import type { Folder, FolderFile, Part } from "./folder.ts";
import { isManifestName, openFolder, readFolder, sortedByPath, tooMany } from "./folder.ts";
import type { FileIo } from "./io.ts";
import type { Limits, Meter } from "./limits.ts";
import { refuse, tooLarge } from "./limits.ts";
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

/** Small inputs may inflate to this without a look at the ratio. */
const harmless = 16 * 1024 * 1024;

function isGzip(start: Uint8Array): boolean {
  return start[0] === 0x1f && start[1] === 0x8b;
}

async function* inflated(
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

const block = 512;

function isTar(start: Uint8Array): boolean {
  return start.length >= block && Buffer.from(start.subarray(257, 262)).toString("latin1") === "ustar";
}

/**
 * The manifests of a POSIX or GNU tar archive, kept in memory. Nothing is ever unpacked to a disk. It is read to the end
 * of what carries it, which then can check its own end.
 */
async function openArchive(
  archive: string,
  chunks: AsyncIterable<Uint8Array>,
  limits: Limits,
): Promise<Folder> {
  const files: FolderFile[] = [];
  const skipped: string[] = [];
  let entries = 0;
  const reader = extract();
  let last: Uint8Array = new Uint8Array();
  async function* watched(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      last = chunk.length >= block ? chunk.subarray(-block) : Buffer.concat([last, chunk]).subarray(-block);
      yield chunk;
    }
  }
  // Failures of what carries it come out of the reader, too.
  pipeline(Readable.from(watched()), reader, () => {});
  try {
    for await (const entry of reader) {
      const { name, type, size = 0 } = entry.header;
      entries += 1;
      if (entries > limits.files) throw tooMany(archive, limits);
      if (isOutside(name)) throw refuse({ file: archive }, say`its entry ${name} points out of the archive`);
      const isFile = (type ?? "file") === "file" || type === "contiguous-file";
      const isWanted = type !== "directory" && isManifestName(name);
      if (isWanted && isFile) {
        if (size > limits.documentBytes * 4) throw refuse({ file: `${archive}: ${name}` }, tooLarge(limits));
        const bytes = await buffer(entry);
        files.push({ path: name.replace(/^\.\//, ""), read: () => once(bytes) });
      } else {
        if (isWanted)
          skipped.push(`${archive}: ${name} was skipped, because it is a link or not a regular file`);
        entry.resume();
      }
    }
    // POSIX pax, ustar Interchange Format: blocks of zeros end it. Without them, the reader takes any block for the last.
    if (last.some((byte) => byte !== 0)) throw new Error("Unexpected end of data");
  } catch (problem) {
    const told =
      problem instanceof Error ? problems.find(({ says }) => says.test(problem.message)) : undefined;
    throw told === undefined ? problem : refuse({ file: archive }, words(told.phrase));
  } finally {
    reader.destroy();
  }
  return { name: archive, files: sortedByPath(files), skipped };
}

/** mafintosh/tar-stream extract.js, headers.js decode, v3.2. */
const problems = [
  { says: /^Unexpected end of data$/, phrase: "the tar archive is cut off" },
  { says: /^Invalid (tar )?header|^Header exceeds max size/, phrase: "the tar archive is corrupt" },
] as const;

function isOutside(path: string): boolean {
  return /^[\\/]|^[a-z]:/i.test(path) || path.split(/[\\/]/).includes("..");
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
