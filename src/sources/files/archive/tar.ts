import { say, words } from "../../../model/index.ts";
import { refuse } from "../input-error.ts";
import { Window } from "../window.ts";

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
  return start.length >= block && ascii(start.subarray(257, 262)) === "ustar";
}

/** Reads a POSIX or GNU tar stream from front to back. Long names of both dialects are understood. */
export async function readTar(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  handler: TarHandler,
): Promise<void> {
  const source = new BlockReader(file, chunks);
  try {
    await readEntries(file, source, handler);
    await source.drain();
  } finally {
    await source.close();
  }
}

async function readEntries(file: string, source: BlockReader, handler: TarHandler): Promise<void> {
  let longName: string | undefined;
  for (let header = await source.take(block); header !== undefined; header = await source.take(block)) {
    if (header.every((byte) => byte === 0)) return;
    const { flag, ...raw } = parsedHeader(file, header);
    const isName = flag === "L" || flag === "x";
    if (isName || flag === "g") {
      if (raw.size > 1024 * 1024)
        throw refuse({ file }, words("the tar archive is corrupt: a name is too long"));
      const bytes = await source.content(raw.size);
      if (isName) longName = flag === "L" ? text(bytes) : (paxPath(text(bytes)) ?? longName);
      continue;
    }
    const entry: TarEntry = { ...raw, name: longName ?? raw.name };
    longName = undefined;
    if (handler.entry(entry)) handler.content(entry, await source.content(entry.size));
    else await source.skip(entry.size);
  }
}

class BlockReader {
  readonly #file: string;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #window = new Window();
  #at = 0;

  constructor(file: string, chunks: AsyncIterable<Uint8Array>) {
    this.#file = file;
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** `undefined` at the end of the stream. */
  async take(size: number): Promise<Uint8Array | undefined> {
    while (this.#window.end < this.#at + size) {
      const next = await this.#chunks.next();
      if (next.done === true) {
        if (this.#window.end === this.#at) return undefined;
        throw refuse({ file: this.#file }, words("the tar archive is cut off"));
      }
      this.#window.forget(this.#at);
      this.#window.append(next.value);
    }
    const bytes = this.#window.slice(this.#at, this.#at + size).slice();
    this.#at += size;
    return bytes;
  }

  /** Reads to the end, so that what carries the archive can check its own end. */
  async drain(): Promise<void> {
    while ((await this.#chunks.next()).done !== true);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async content(size: number): Promise<Uint8Array> {
    const bytes = await this.#whole(size);
    await this.skip((block - (size % block)) % block, "padding");
    return bytes;
  }

  async skip(size: number, what: "content" | "padding" = "content"): Promise<void> {
    let left = what === "padding" ? size : Math.ceil(size / block) * block;
    while (left > 0) {
      const step = Math.min(left, 64 * block);
      await this.#whole(step);
      left -= step;
    }
  }

  async #whole(size: number): Promise<Uint8Array> {
    if (size === 0) return new Uint8Array();
    const bytes = await this.take(size);
    if (bytes === undefined) throw refuse({ file: this.#file }, words("the tar archive is cut off"));
    return bytes;
  }
}

function parsedHeader(file: string, header: Uint8Array): TarEntry & { readonly flag: string } {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (octal(header.subarray(148, 156)) !== sum) throw refuse({ file }, words("the tar archive is corrupt"));
  const prefix = ascii(header.subarray(257, 263)) === "ustar" ? text(header.subarray(345, 500)) : "";
  const name = text(header.subarray(0, 100));
  const flag = String.fromCharCode(header[156] ?? 0);
  const size = octal(header.subarray(124, 136));
  if (size === undefined) throw refuse({ file }, say`the tar archive is corrupt: ${name} has no size`);
  return {
    name: prefix === "" ? name : `${prefix}/${name}`,
    type: flag === "0" || flag === "\0" || flag === "7" ? "file" : flag === "5" ? "folder" : "other",
    size,
    flag,
  };
}

function octal(field: Uint8Array): number | undefined {
  const digits = ascii(field).trim();
  return /^[0-7]{1,11}$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
}

function paxPath(records: string): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)/.exec(records)?.[1];
}

function ascii(field: Uint8Array): string {
  const end = field.indexOf(0);
  return String.fromCharCode(...(end < 0 ? field : field.subarray(0, end)));
}

function text(field: Uint8Array): string {
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}
