import { say, words } from "../../kubernetes/index.ts";
import type { Limits, Place } from "./limits.ts";
import { refuse, tooLarge } from "./limits.ts";
import type { Piece, TextReader } from "./text.ts";
import { textOf, Window } from "./text.ts";

const lineFeed = 0x0a;
const recordSeparator = 0x1e;
const quote = 0x22;
const comma = 0x2c;
const dash = 0x2d;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === lineFeed;
}

/** Whether a text that starts with these bytes is to be read as JSON; `undefined` when they are nothing but space. */
export function startsJson(bytes: Uint8Array): boolean | undefined {
  const first = bytes.find((byte) => !isSpace(byte));
  if (first === undefined) return undefined;
  return first === openBrace || first === openBracket || first === recordSeparator;
}

/** Of `---`. */
const markerLength = 3;

/** What stands before the list of a document's items. Where there is more space in it, the list is read as a whole. */
const beforeItems = /(?<!\\)"items"\s{0,20}:\s{0,20}$/;
const mostBeforeItems = 64;

/** A stretch of the text that will be one value. */
interface Unit {
  readonly start: number;
  readonly line: number;
  colons: number;
}

/**
 * Cuts a JSON text of any length into values that fit into memory: documents one after the other, and the elements of a
 * document's `items`. It only finds where a value ends; JSON.parse then checks that value, so a text that is no JSON
 * can be cut in a wrong place but never read as something else.
 */
export class JsonReader implements TextReader {
  readonly #file: string;
  readonly #limits: Limits;
  readonly #window = new Window();
  #line = 1;
  #lineStart = 0;
  /** How much of `---` has been seen since the last document. */
  #marker = 0;
  #depth = 0;
  #text: "none" | "string" | "escape" = "none";
  /** The document that is open, less its items. */
  #document: Unit | undefined;
  /** What came of it before its items, once they have begun. */
  #head: Uint8Array | undefined;
  /** The depth of the list whose elements are cut out, or 0. */
  #listDepth = 0;
  #isAfterComma = false;
  #item: Unit | undefined;
  #tailStart = 0;
  #found: Piece[] = [];

  constructor(file: string, limits: Limits) {
    this.#file = file;
    this.#limits = limits;
  }

  push(chunk: Uint8Array): readonly Piece[] {
    this.#found = [];
    const first = this.#window.end;
    this.#window.append(chunk);
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === lineFeed) {
        this.#line += 1;
        this.#lineStart = first + at + 1;
      }
      if (this.#text !== "none") this.#inString(byte);
      else if (!isSpace(byte)) this.#structure(byte, first + at);
    }
    this.#window.forget(this.#needed());
    if (this.#window.length > this.#limits.documentBytes) {
      throw refuse(this.#here(), tooLarge(this.#limits));
    }
    return this.#found;
  }

  end(): readonly Piece[] {
    if (this.#document !== undefined)
      throw refuse(
        this.#here(),
        words("the JSON is incomplete: the file was cut off, or the command that wrote it failed"),
      );
    this.#endMarker();
    return [];
  }

  #inString(byte: number): void {
    if (this.#text === "escape") this.#text = "string";
    else if (byte === backslash) this.#text = "escape";
    else if (byte === quote) this.#text = "none";
  }

  #structure(byte: number, offset: number): void {
    if (this.#document === undefined) {
      this.#openDocument(byte, offset);
      return;
    }
    if (this.#depth === this.#listDepth && this.#isBetweenItems(byte, offset)) return;
    switch (byte) {
      case quote:
        this.#text = "string";
        return;
      case colon:
        (this.#item ?? this.#document).colons += 1;
        return;
      case openBracket:
      case openBrace:
        this.#open(byte, offset);
        return;
      case closeBracket:
      case closeBrace:
        this.#close(offset);
        return;
    }
  }

  #openDocument(byte: number, offset: number): void {
    if (byte === recordSeparator) return;
    if (byte === dash && offset === this.#lineStart + (this.#marker % markerLength)) {
      this.#marker = (this.#marker % markerLength) + 1;
      return;
    }
    this.#endMarker();
    if (byte !== openBrace && byte !== openBracket) throw this.#noJson();
    this.#marker = 0;
    this.#document = { start: offset, line: this.#line, colons: 0 };
    this.#depth = 1;
    if (byte === openBracket) this.#openList(offset);
  }

  /** JSON is YAML, and its documents may be parted as those of YAML are (YAML 1.2, 9.1.2). */
  #endMarker(): void {
    if (this.#marker % markerLength !== 0) throw this.#noJson();
  }

  #noJson(): Error {
    return refuse(this.#here(), words("this is not JSON: a document starts with { or ["));
  }

  #open(byte: number, offset: number): void {
    const opensItems = byte === openBracket && this.#depth === 1 && this.#isAfterItemsKey(offset);
    this.#depth += 1;
    if (this.#depth > this.#limits.nesting) {
      throw refuse(this.#here(), say`it is nested deeper than ${this.#limits.nesting} levels`);
    }
    if (opensItems) this.#openList(offset);
  }

  #isAfterItemsKey(offset: number): boolean {
    if (this.#head !== undefined || this.#document === undefined) return false;
    const before = this.#window.slice(Math.max(this.#document.start, offset - mostBeforeItems), offset);
    return beforeItems.test(String.fromCharCode(...before));
  }

  #openList(offset: number): void {
    const start = this.#document?.start ?? offset;
    this.#head = this.#window.slice(start, offset + 1).slice();
    this.#listDepth = this.#depth;
    this.#isAfterComma = false;
  }

  /** Whether the byte was one that belongs to the list itself, and not to an element of it. */
  #isBetweenItems(byte: number, offset: number): boolean {
    if (byte !== comma && byte !== closeBracket && byte !== closeBrace) {
      this.#item ??= { start: offset, line: this.#line, colons: 0 };
      return false;
    }
    if (byte === closeBrace) throw refuse(this.#here(), words("a list ends with } instead of ]"));
    const item = this.#item;
    if (item !== undefined) {
      const value = jsonValue(this.#window.slice(item.start, offset), item, this.#file);
      this.#found.push({ piece: "item", value, line: item.line });
    } else if (byte === comma || this.#isAfterComma)
      throw refuse(this.#here(), words("a comma has no value next to it"));
    this.#item = undefined;
    this.#isAfterComma = byte === comma;
    if (byte === comma) return true;
    this.#listDepth = 0;
    this.#tailStart = offset;
    return false;
  }

  #close(offset: number): void {
    this.#depth -= 1;
    const document = this.#document;
    if (this.#depth > 0 || document === undefined) return;
    const bytes =
      this.#head === undefined
        ? this.#window.slice(document.start, offset + 1)
        : Buffer.concat([this.#head, this.#window.slice(this.#tailStart, offset + 1)]);
    const value = jsonValue(bytes, document, this.#file);
    this.#found.push({ piece: this.#head === undefined ? "document" : "list", value, line: document.line });
    this.#document = undefined;
    this.#head = undefined;
  }

  /** The offset of the first byte that is part of an unfinished value. */
  #needed(): number {
    if (this.#document === undefined) return this.#window.end;
    if (this.#head === undefined) return this.#document.start;
    if (this.#item !== undefined) return this.#item.start;
    return this.#listDepth > 0 ? this.#window.end : this.#tailStart;
  }

  #here(): Place {
    return { file: this.#file, line: this.#line };
  }
}

/** JSON.parse lets the last of two equal keys win, so the keys that it kept are counted against the text's colons. */
function jsonValue(bytes: Uint8Array, { start, line, colons }: Unit, file: string): unknown {
  const place = { file, line };
  const text = textOf(bytes, place, start);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (problem) {
    const detail = problem instanceof Error ? problem.message : "";
    throw refuse(place, say`what starts here is not JSON: ${detail}`);
  }
  if (keysIn(value) === colons) return value;
  throw refuse(place, words("the object that starts here has the same key twice"));
}

/** The reader has bounded the nesting. */
function keysIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, entry) => sum + keysIn(entry), 0);
  const entries = Object.values(value);
  return entries.reduce<number>((sum, entry) => sum + keysIn(entry), entries.length);
}
