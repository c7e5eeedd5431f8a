import { say } from "../../../model/index.ts";
import { refuse } from "../input-error.ts";
import { type Limits, tooLarge } from "../limits.ts";
import { Window } from "../window.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The bytes of one YAML document, with the marker that begins it. */
export interface YamlSource {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly line: number;
}

/**
 * Cuts a YAML stream at its document markers. YAML 1.2 (9.1.2) forbids a line that starts with `---` or `...` inside a
 * document, also within quoted and block text, so no parsing is needed to find them.
 */
export class YamlSplitter {
  readonly #file: string;
  readonly #limits: Limits;
  readonly #window = new Window();
  #line = 1;
  #lineStart = 0;
  #start = 0;
  #startLine = 1;
  /** Comments and directives before a marker belong to the document that the marker begins. */
  #hasContent = false;
  /** A document of markers, comments and empty lines alone is null: a file can hold millions of those. */
  #hasValue = false;
  #found: YamlSource[] = [];

  constructor(file: string, limits: Limits) {
    this.#file = file;
    this.#limits = limits;
  }

  /** The documents that end in this chunk. */
  push(chunk: Uint8Array): readonly YamlSource[] {
    this.#found = [];
    this.#window.forget(this.#start);
    const first = this.#window.end;
    this.#window.append(chunk);
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) {
      this.#endLine(first + at + 1);
    }
    if (this.#window.end - this.#start > this.#limits.documentBytes) {
      throw refuse(
        { file: this.#file, line: this.#startLine },
        say`${tooLarge(this.#limits)}. A List is read item by item when it is JSON: use -o json`,
      );
    }
    return this.#found;
  }

  end(): readonly YamlSource[] {
    this.#found = [];
    this.#endLine(this.#window.end);
    this.#cut(this.#window.end, this.#line);
    return this.#found;
  }

  #endLine(next: number): void {
    const end = Math.min(next, this.#lineStart + 4);
    const start = String.fromCharCode(...this.#window.slice(this.#lineStart, end));
    const isStart = /^---(?:\s|$)/.test(start);
    const isEnd = /^\.\.\.(?:\s|$)/.test(start);
    if (isStart && this.#hasContent) this.#cut(this.#lineStart, this.#line);
    // A line break of YAML is also a carriage return alone.
    const isSeveral = this.#window
      .slice(this.#lineStart, Math.max(this.#lineStart, next - 2))
      .includes(carriageReturn);
    const isText = isSeveral || !/^(?:$|[#%\r\n])/.test(start);
    // What follows the marker on its line is looked at by the parser, unless nothing does.
    const isBare =
      isStart &&
      !isSeveral &&
      (next - this.#lineStart <= 4 || (start === "---\r" && next - this.#lineStart === 5));
    this.#lineStart = next;
    this.#line += 1;
    if (isEnd) this.#cut(next, this.#line);
    else if (isText) this.#hasContent = true;
    if (isText && !isBare && !isEnd) this.#hasValue = true;
  }

  #cut(end: number, line: number): void {
    if (this.#hasValue) {
      this.#found.push({
        bytes: this.#window.slice(this.#start, end),
        offset: this.#start,
        line: this.#startLine,
      });
    }
    this.#start = end;
    this.#startLine = line;
    this.#hasContent = false;
    this.#hasValue = false;
  }
}
