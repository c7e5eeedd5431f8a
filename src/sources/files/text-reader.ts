import { textOf, utf8Only } from "./encoding.ts";
import { refuseForeignText } from "./foreign-text.ts";
import { isSpace, openBrace, openBracket, recordSeparator } from "./json/bytes.ts";
import { JsonScanner } from "./json/scanner.ts";
import type { Limits } from "./limits.ts";
import type { Piece } from "./piece.ts";
import { type YamlSource, YamlSplitter } from "./yaml/splitter.ts";
import { yamlValue } from "./yaml/value.ts";

/** The values of a YAML or JSON text; kubectl tells the two apart by the first character as well. */
export async function* readText(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  limits: Limits,
): AsyncGenerator<Piece> {
  let reader: JsonScanner | YamlReader | undefined;
  for await (const chunk of utf8Only(file, chunks)) {
    reader ??= readerFor(chunk, file, limits);
    if (reader !== undefined) yield* reader.push(chunk);
  }
  const last = reader?.end();
  if (last !== undefined) yield* last;
}

/** `undefined` when the chunk is nothing but space. */
function readerFor(chunk: Uint8Array, file: string, limits: Limits): JsonScanner | YamlReader | undefined {
  const first = chunk.find((byte) => !isSpace(byte));
  if (first === undefined) return undefined;
  const isJson = first === openBrace || first === openBracket || first === recordSeparator;
  return isJson ? new JsonScanner(file, limits) : new YamlReader(file, limits);
}

class YamlReader {
  readonly #file: string;
  readonly #limits: Limits;
  readonly #splitter: YamlSplitter;

  constructor(file: string, limits: Limits) {
    this.#file = file;
    this.#limits = limits;
    this.#splitter = new YamlSplitter(file, limits);
  }

  push(chunk: Uint8Array): readonly Piece[] {
    return this.#splitter.push(chunk).flatMap((source) => this.#document(source));
  }

  end(): readonly Piece[] {
    return this.#splitter.end().flatMap((source) => this.#document(source));
  }

  #document({ bytes, offset, line }: YamlSource): readonly Piece[] {
    const file = this.#file;
    const text = textOf(bytes, { file, line }, offset);
    refuseForeignText(text, { file, line });
    const value = yamlValue(text, file, line, this.#limits);
    const isNothing = value === undefined || (value === null && text.trim() !== "null");
    return isNothing ? [] : [{ piece: "document", value, line }];
  }
}
