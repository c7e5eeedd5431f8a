/**
 * The templates of kubectl's `-o jsonpath=`, as nodes. kubernetes/client-go util/jsonpath/parser.go, v0.36. docs/adr/0031 says why this is
 * no library's.
 */

/** One step on the way of values through an expression. */
export type Node =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "value"; readonly value: number | boolean }
  | { readonly is: "field"; readonly name: string }
  | { readonly is: "wildcard" }
  | { readonly is: "recursive" }
  | { readonly is: "identifier"; readonly name: string }
  | Slice
  | { readonly is: "union"; readonly of: readonly List[] }
  | { readonly is: "filter"; readonly left: List; readonly operator: string; readonly right: List };

export interface Slice {
  readonly is: "slice";
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** One element was asked for, not a part. */
  readonly single: boolean;
  readonly step: number | undefined;
}

/** What stands in one pair of braces, or a text between them. */
export type List = readonly Node[];

/** A template that cannot be read, or cannot be applied. The words are those of kubectl. */
export class TemplateError extends Error {}

export function parseTemplate(text: string): readonly List[] {
  const parser = new Parser(text);
  return parser.template();
}

/** An expression within another. */
function parsePart(text: string): List {
  return parseTemplate(`{${text}}`)[0] ?? [];
}

const endsWord = /[ \t\r\n.,[\]$@{}]/;

class Parser {
  readonly #input: string;
  #at = 0;

  constructor(input: string) {
    this.#input = input;
  }

  template(): readonly List[] {
    const lists: List[] = [];
    while (this.#at < this.#input.length) {
      const brace = this.#input.indexOf("{", this.#at);
      const end = brace < 0 ? this.#input.length : brace;
      if (end > this.#at) lists.push([{ is: "text", text: this.#input.slice(this.#at, end) }]);
      this.#at = end + 1;
      if (brace >= 0) lists.push(this.#action());
    }
    return lists;
  }

  #action(): List {
    const nodes: Node[] = [];
    for (;;) {
      const rest = this.#input.slice(this.#at);
      const [character = ""] = rest;
      if (character === "" || /[\r\n]/.test(character)) throw new TemplateError("unclosed action");
      if (rest.startsWith("[?(")) nodes.push(this.#filter());
      else if (rest.startsWith("..")) this.#recursive(nodes);
      else if (/[\p{L}_]/u.test(character)) nodes.push(this.#identifier());
      else if (/[-+\p{Nd}]/u.test(character)) nodes.push(this.#number());
      else {
        this.#at += character.length;
        if (character === "}") return nodes;
        if (character === "[") nodes.push(...this.#brackets());
        else if (character === '"' || character === "'") nodes.push(this.#quoted(character));
        else if (character === ".") nodes.push(this.#field());
        else if (!/[ @$]/.test(character)) throw unrecognized(character);
      }
    }
  }

  /** Up to what ends a word; what follows a backslash does not. */
  #word(): string {
    const start = this.#at;
    while (this.#at < this.#input.length && !endsWord.test(this.#input[this.#at] ?? ""))
      this.#at += this.#input[this.#at] === "\\" ? 2 : 1;
    return this.#input.slice(start, this.#at);
  }

  #field(): Node {
    const word = this.#word();
    return word === "*" ? { is: "wildcard" } : { is: "field", name: word.replaceAll("\\", "") };
  }

  #identifier(): Node {
    const name = this.#word();
    return name === "true" || name === "false"
      ? { is: "value", value: name === "true" }
      : { is: "identifier", name };
  }

  #recursive(nodes: Node[]): void {
    if (nodes.at(-1)?.is === "recursive") throw new TemplateError("invalid multiple recursive descent");
    this.#at += "..".length;
    nodes.push({ is: "recursive" });
    if (/[\p{L}\p{Nd}_]/u.test(this.#input[this.#at] ?? "")) nodes.push(this.#field());
  }

  #number(): Node {
    const [text = ""] = /^[-+]?[.\p{Nd}]*/u.exec(this.#input.slice(this.#at)) ?? [];
    this.#at += text.length;
    const value = Number(text);
    if (!/\d/.test(text) || Number.isNaN(value)) throw new TemplateError(`cannot parse number ${text}`);
    return { is: "value", value };
  }

  #quoted(quote: string): Node {
    const start = this.#at;
    do {
      const next = this.#input[this.#at];
      if (next === undefined || next === "\n") throw new TemplateError("unterminated quoted string");
      this.#at += 1;
    } while (this.#input[this.#at - 1] !== quote || this.#input[this.#at - 2] === "\\");
    return { is: "text", text: unquoted(this.#input.slice(start, this.#at - 1), quote) };
  }

  #brackets(): List {
    const end = /[\]\n]/.exec(this.#input.slice(this.#at));
    if (end === null || end[0] === "\n") throw new TemplateError("unterminated array");
    const text = this.#input.slice(this.#at, this.#at + end.index);
    this.#at += end.index + 1;
    const parts = text.split(",");
    if (parts.length > 1) {
      const of = parts.map((part) => parsePart(`[${part.replaceAll(/^ +| +$/g, "")}]`));
      return [{ is: "union", of }];
    }
    const [, key] = /^'([^']*)'$/.exec(text) ?? [];
    return key === undefined ? [sliceIn(text === "*" ? ":" : text)] : parsePart(`.${key}`);
  }

  #filter(): Node {
    this.#at += "[?(".length;
    const start = this.#at;
    let pair: string | undefined;
    let isPaired = false;
    for (;;) {
      const next = this.#input[this.#at];
      if (next === undefined || next === "\n") throw new TemplateError("unterminated filter");
      this.#at += 1;
      if (next === ")" && (pair !== undefined) === isPaired) break;
      if (next !== '"' && next !== "'") continue;
      if (pair === undefined) pair = next;
      else if (next === pair && this.#input[this.#at - 2] !== "\\") isPaired = true;
    }
    const text = this.#input.slice(start, this.#at - 1);
    if (this.#input[this.#at] !== "]") throw new TemplateError("unclosed array expect ]");
    this.#at += 1;
    const [, left, operator, right] = /^([^!<>=]+)([!<>=]+)(.+?)$/.exec(text) ?? [];
    if (left === undefined || operator === undefined || right === undefined)
      return { is: "filter", left: parsePart(text), operator: "exists", right: [] };
    return { is: "filter", left: parsePart(left), operator, right: parsePart(right) };
  }
}

function unrecognized(character: string): TemplateError {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return new TemplateError(`unrecognized character in action: U+${code} '${character}'`);
}

function sliceIn(text: string): Slice {
  const [whole, first, second, third] = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(text) ?? [];
  if (whole === undefined) throw new TemplateError(`invalid array index ${text}`);
  const numberIn = (part: string | undefined) => {
    const digits = part?.replace(":", "") ?? "";
    if (digits === "-") throw new TemplateError(`array index ${digits} is not a number`);
    return digits === "" ? undefined : Number(digits);
  };
  const from = numberIn(first);
  const single = second === undefined;
  return {
    is: "slice",
    from,
    to: single ? (from ?? 0) + 1 : numberIn(second),
    single,
    step: numberIn(third),
  };
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\\", "\\"],
]);

/** As Go's strconv.UnquoteChar reads what follows a backslash. */
function unquoted(text: string, quote: string): string {
  return text.replaceAll(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|(.?))/gs,
    (_, x?: string, u?: string, long?: string, octal?: string, letter = "") => {
      const hex = x ?? u ?? long;
      const code = hex === undefined ? Number.parseInt(octal ?? "", 8) : Number.parseInt(hex, 16);
      if (code <= 0x10ffff) return String.fromCodePoint(code);
      const meant = letter === quote ? quote : escapes.get(letter);
      if (meant !== undefined) return meant;
      throw new TemplateError(`unquote string ${quote}${text}${quote} error invalid syntax`);
    },
  );
}
