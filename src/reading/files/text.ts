import { say, words } from "../../kubernetes/index.ts";
import type { Place } from "./limits.ts";
import { refuse } from "./limits.ts";

/** What a YAML or JSON text is made of, in its order. */
export type Piece =
  | { readonly piece: "document"; readonly value: unknown; readonly line: number }
  /** An element of the `items` of the document that the next `list` describes, or of an array. */
  | { readonly piece: "item"; readonly value: unknown; readonly line: number }
  /** The end of a document whose items came before. `value` is the document with no items. */
  | { readonly piece: "list"; readonly value: unknown; readonly line: number };

/** Finds the pieces of a text that comes chunk by chunk. Throws an `InputError`. */
export interface TextReader {
  /** The pieces that end in this chunk. */
  push(chunk: Uint8Array): readonly Piece[];
  end(): readonly Piece[];
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** The text of these bytes; a replacement character would hide what the input really says. */
export function textOf(bytes: Uint8Array, place: Place, offset: number): string {
  try {
    return strict.decode(bytes);
  } catch {
    throw refuse(place, say`byte ${offset + validPrefix(bytes)} is not valid UTF-8`);
  }
}

/** How many bytes at the start are valid. */
function validPrefix(bytes: Uint8Array): number {
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = valid + Math.floor((invalid - valid) / 2);
    if (startsValid(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle;
  }
  return valid;
}

/** An unfinished character at the end counts as valid. */
function startsValid(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The same bytes without a byte order mark; refuses what is no UTF-8 text from its first bytes. */
export async function* utf8Only(file: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    if (isFirst && isUtf16(chunk)) {
      throw refuse({ file }, words("it is UTF-16 text (PowerShell's > writes that); save it as UTF-8"));
    }
    if (chunk.includes(0)) throw refuse({ file }, words("it contains NUL bytes, so it is not YAML or JSON"));
    yield isFirst && byteOrderMark.every((byte, at) => chunk[at] === byte) ? chunk.subarray(3) : chunk;
    isFirst = false;
  }
}

function isUtf16(start: Uint8Array): boolean {
  const [a, b, c, d] = start;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return true;
  return (a === 0 && b !== 0 && c === 0 && d !== 0) || (a !== 0 && b === 0 && c !== 0 && d === 0);
}

/** The bytes of a stream that are still needed, under the offsets that they have in the stream. */
export class Window {
  #bytes = new Uint8Array(64 * 1024);
  #first = 0;
  #length = 0;

  /** The offset of the first byte. */
  get start(): number {
    return this.#first;
  }

  /** The offset after the last byte. */
  get end(): number {
    return this.#first + this.#length;
  }

  get length(): number {
    return this.#length;
  }

  append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = needed;
  }

  /** Valid until the next `append` or `forget`. */
  slice(from: number, to: number): Uint8Array {
    return this.#bytes.subarray(from - this.#first, to - this.#first);
  }

  /** Everything before this offset. */
  forget(before: number): void {
    const gone = before - this.#first;
    this.#bytes.copyWithin(0, gone, this.#length);
    this.#first = before;
    this.#length -= gone;
  }
}
