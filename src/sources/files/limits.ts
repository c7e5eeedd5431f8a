import { type Phrase, say } from "../../model/index.ts";
import { LimitError } from "./input-error.ts";

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
}

export const defaultLimits: Limits = {
  inputBytes: 2 * 1024 ** 3,
  documentBytes: 64 * 1024 ** 2,
  nesting: 100,
  aliases: 20,
  ratio: 200,
  files: 100_000,
  keep: "decoded",
};

export function tooLarge(limits: Limits): Phrase {
  return say`a document, or one item of a list, is larger than ${Math.floor(limits.documentBytes / 1024 ** 2)} MiB`;
}

/** Counts the bytes of all inputs together, and refuses the one that goes over. */
export class Meter {
  #left: number;

  constructor(inputBytes: number) {
    this.#left = inputBytes;
  }

  async *through(file: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#left -= chunk.length;
      if (this.#left < 0) throw new LimitError(say`${file}: the input is larger than --max-input allows`);
      yield chunk;
    }
  }
}
