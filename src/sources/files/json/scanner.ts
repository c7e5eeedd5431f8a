import { say, words } from "../../../model/index.ts";
import { type Place, refuse } from "../input-error.ts";
import { type Limits, tooLarge } from "../limits.ts";
import type { Piece } from "../piece.ts";
import { Window } from "../window.ts";
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  dash,
  isSpace,
  lineFeed,
  openBrace,
  openBracket,
  quote,
  recordSeparator,
} from "./bytes.ts";
import { jsonValue } from "./value.ts";

/** Of `---`. */
const markerLength = 3;

const itemsKey = '"items"';

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
export class JsonScanner {
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
  /** The string last seen at depth 1, and whether a colon made it the key of what follows. */
  #string = { start: 0, end: 0 };
  #isAfterKey = false;
  #found: Piece[] = [];

  constructor(file: string, limits: Limits) {
    this.#file = file;
    this.#limits = limits;
  }

  /** The values that end in this chunk. */
  push(chunk: Uint8Array): readonly Piece[] {
    this.#found = [];
    const first = this.#window.end;
    this.#window.append(chunk);
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === lineFeed) this.#endLine(first + at);
      if (this.#text !== "none") this.#inString(byte, first + at);
      else if (!isSpace(byte)) this.#structure(byte, first + at);
    }
    this.#window.forget(this.#needed());
    if (this.#window.length > this.#limits.documentBytes) {
      throw refuse(this.#here(), tooLarge(this.#limits));
    }
    return this.#found;
  }

  end(): void {
    if (this.#document === undefined) {
      this.#endMarker();
      return;
    }
    throw refuse(
      this.#here(),
      words("the JSON is incomplete: the file was cut off, or the command that wrote it failed"),
    );
  }

  #endLine(offset: number): void {
    this.#line += 1;
    this.#lineStart = offset + 1;
  }

  #inString(byte: number, offset: number): void {
    if (this.#text === "escape") this.#text = "string";
    else if (byte === backslash) this.#text = "escape";
    else if (byte === quote) {
      this.#text = "none";
      if (this.#depth === 1) this.#string.end = offset + 1;
    }
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
        if (this.#depth === 1) this.#string = { start: offset, end: 0 };
        return;
      case colon:
        (this.#item ?? this.#document).colons += 1;
        if (this.#depth === 1) this.#isAfterKey = true;
        return;
      case comma:
        if (this.#depth === 1) this.#isAfterKey = false;
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
    this.#isAfterKey = false;
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
    const opensItems =
      byte === openBracket && this.#depth === 1 && this.#listDepth === 0 && this.#isItemsKey();
    this.#depth += 1;
    if (this.#depth > this.#limits.nesting) {
      throw refuse(this.#here(), say`it is nested deeper than ${this.#limits.nesting} levels`);
    }
    if (opensItems) this.#openList(offset);
  }

  #isItemsKey(): boolean {
    const { start, end } = this.#string;
    if (!this.#isAfterKey || this.#head !== undefined || end - start !== itemsKey.length) return false;
    return String.fromCharCode(...this.#window.slice(start, end)) === itemsKey;
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
    if (this.#item !== undefined) this.#takeItem(this.#item, offset);
    else if (byte === comma || this.#isAfterComma)
      throw refuse(this.#here(), words("a comma has no value next to it"));
    this.#item = undefined;
    this.#isAfterComma = byte === comma;
    if (byte === comma) return true;
    this.#listDepth = 0;
    this.#tailStart = offset;
    return false;
  }

  #takeItem(item: Unit, end: number): void {
    const { start, line, colons } = item;
    const place = { file: this.#file, line };
    const value = jsonValue({ bytes: this.#window.slice(start, end), offset: start, place, colons });
    this.#found.push({ piece: "item", value, line });
  }

  #close(offset: number): void {
    this.#depth -= 1;
    if (this.#depth > 0 || this.#document === undefined) return;
    const { start, line, colons } = this.#document;
    const place = { file: this.#file, line };
    const bytes =
      this.#head === undefined
        ? this.#window.slice(start, offset + 1)
        : joined(this.#head, this.#window.slice(this.#tailStart, offset + 1));
    const value = jsonValue({ bytes, offset: start, place, colons });
    this.#found.push({ piece: this.#head === undefined ? "document" : "list", value, line });
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

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}
