import { setImmediate } from "node:timers/promises";
import type { Phrase } from "../../kubernetes/index.ts";
import { flatten, say } from "../../kubernetes/index.ts";

/** Where in the input something stands. Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** Input that pvguard refuses to read, and why. */
export class InputError extends Error {
  readonly phrase: Phrase;

  constructor(phrase: Phrase) {
    super(flatten(phrase, (data) => JSON.stringify(data).slice(1, -1)));
    this.name = "InputError";
    this.phrase = phrase;
  }
}

/** The input as a whole is more than pvguard was told to read. */
export class LimitError extends InputError {}

export function refuse(place: Place, problem: Phrase): InputError {
  return new InputError(say`${placeName(place)}: ${problem}`);
}

function placeName(place: Place): Phrase {
  if (place.line === undefined) return say`${place.file}`;
  if (place.column === undefined) return say`${place.file}, line ${place.line}`;
  return say`${place.file}, line ${place.line}, column ${place.column}`;
}

export interface Limits {
  /** Of all inputs together, after inflating. */
  readonly inputBytes: number;
  /** Of one YAML document, one JSON document, or one item of a JSON list. */
  readonly documentBytes: number;
  readonly nesting: number;
  /** In one YAML document. A few are a convenience; many are a bomb. */
  readonly aliases: number;
  /** Inflated bytes for one compressed byte. */
  readonly ratio: number;
  /** Files in a folder or an archive. */
  readonly files: number;
  /** What is kept of an object: what is decoded of it, or beside that the object as it stands in the file. */
  readonly keep: "decoded" | "whole";
  /** Whether objects that have never been in a cluster are of use. */
  readonly manifests: boolean;
}

export const defaultLimits: Limits = {
  inputBytes: 2 * 1024 ** 3,
  documentBytes: 64 * 1024 ** 2,
  nesting: 100,
  aliases: 20,
  ratio: 200,
  files: 100_000,
  keep: "decoded",
  manifests: false,
};

export function tooLarge(limits: Limits): Phrase {
  return say`a document, or one item of a list, is larger than ${Math.floor(limits.documentBytes / 1024 ** 2)} MiB`;
}

/** How far the reading of all inputs is. */
export interface FilesRead {
  /** The one that is read now. */
  readonly file: string;
  readonly done: number;
  readonly of: number;
  readonly objects: number;
}

/** What all inputs together come to: refuses the one that goes over the limit, and tells how far the reading is. */
export class Meter {
  readonly limits: Limits;
  readonly #tell: (read: FilesRead) => void;
  #left: number;
  #files = 0;
  #done = 0;
  #objects = 0;

  constructor(limits: Limits, tell: (read: FilesRead) => void = () => {}) {
    this.limits = limits;
    this.#tell = tell;
    this.#left = limits.inputBytes;
  }

  async *through(file: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#left -= chunk.length;
      if (this.#left < 0) throw new LimitError(say`${file}: the input is larger than --max-input allows`);
      yield chunk;
    }
  }

  /** So many files are to be read, besides those that were expected before: of a folder, all but itself. */
  expect(files: number): void {
    this.#files += files;
  }

  /** A part of a file was read, with so many objects of it in all. */
  tell(file: string, objects: number): void {
    this.#tell({ file, done: this.#done, of: this.#files, objects: this.#objects + objects });
  }

  /** A file was read. A file of an archive is in memory: without a rest, nothing else would have its turn until the last. */
  async done(objects: number): Promise<void> {
    this.#done += 1;
    this.#objects += objects;
    await setImmediate();
  }
}
