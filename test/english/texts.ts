/** What a person reads out of the source: its string literals and templates, the latter with `{}` for their inserts. */
export interface Text {
  readonly line: number;
  readonly text: string;
}

/** A slash after one of these begins a regular expression. */
const beforeRegex = /(?:^|[(,=:[!&|?{};+]|\breturn|\bcase|=>)\s*$/;

export interface Source {
  readonly texts: readonly Text[];
  readonly comments: readonly Text[];
}

/** Reads TypeScript as far as it takes to find its texts and its comments. Regular expressions are skipped. */
export function wordsOf(source: string): Source {
  const texts: Text[] = [];
  const comments: Text[] = [];
  let at = 0;

  function line(position: number): number {
    return source.slice(0, position).split("\n").length;
  }

  function quotedText(quote: string): string {
    let text = "";
    for (at += 1; at < source.length && source[at] !== quote; at += 1) {
      if (source[at] === "\\") at += 1;
      text += source[at] ?? "";
    }
    at += 1;
    return text;
  }

  function template(): string {
    let text = "";
    at += 1;
    while (at < source.length && source[at] !== "`") {
      if (source.startsWith("${", at)) {
        at += 2;
        code("}");
        text += "{}";
        continue;
      }
      if (source[at] === "\\") at += 1;
      text += source[at] ?? "";
      at += 1;
    }
    at += 1;
    return text;
  }

  function regex(): void {
    let isClass = false;
    for (at += 1; at < source.length; at += 1) {
      const each = source[at];
      if (each === "\\") at += 1;
      else if (each === "[") isClass = true;
      else if (each === "]") isClass = false;
      else if (each === "/" && !isClass) break;
    }
    at += 1;
  }

  /** Up to the end, or behind the bracket that closes what is open. */
  function code(end?: "}"): void {
    let open = 0;
    while (at < source.length) {
      const each = source[at] ?? "";
      if (source.startsWith("//", at)) comment(until("\n"));
      else if (source.startsWith("/*", at)) comment(until("*/"));
      else if (each === '"' || each === "'" || each === "`") {
        const begin = at;
        const text = each === "`" ? template() : quotedText(each);
        texts.push({ line: line(begin), text });
      } else if (each === "/" && beforeRegex.test(source.slice(Math.max(0, at - 20), at))) regex();
      else {
        at += 1;
        if (each === "{") open += 1;
        if (each === "}") {
          if (open === 0 && end !== undefined) return;
          open -= 1;
        }
      }
    }
  }

  /** Without its marks; quotations of code stand between backticks. */
  function comment(end: number): void {
    const text = source
      .slice(at, end)
      .replaceAll(/^\s*\/?\*+\/?|\*+\/\s*$|^\s*\/\/+/gm, " ")
      .replaceAll(/\s+/g, " ")
      .trim();
    comments.push({ line: line(at), text });
    at = end;
  }

  function until(mark: string): number {
    const found = source.indexOf(mark, at + 2);
    return found < 0 ? source.length : found + mark.length;
  }

  code();
  return { texts: texts.sort((a, b) => a.line - b.line), comments };
}

/** Two words or more: a name, a path or a key is no sentence. */
export function isProse(text: string): boolean {
  if (text.startsWith("#")) return false;
  return (
    /[a-z]{2,} [a-z{(`"]/i.test(text) &&
    !/^[\w.-]+\/[\w.-]+ (?:pkg|cmd|staging|plugin|internal|lib)\S*\//.test(text)
  );
}

/** Without quotations of commands, whose words are another program's. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .replaceAll(/`[^`]*`/g, "{}")
    .split(/(?<=[.:;?!])\s+|\s\|\s|\n\s*\n|\n(?=\s*[-|#>])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** The paragraphs, list items and table rows of a page, without its blocks of code. */
export function paragraphsIn(page: string): readonly Text[] {
  const paragraphs: { line: number; text: string }[] = [];
  let isCode = false;
  let isOpen = false;
  for (const [at, row] of page.split("\n").entries()) {
    if (/^\s*```/.test(row)) isCode = !isCode;
    const isText = !isCode && row.trim() !== "" && !/^(?: {4}|\s*```|\$ )/.test(row);
    const begins = !isOpen || /^\s*(?:[-*|#>]|\d+\. )/.test(row);
    if (isText && begins) paragraphs.push({ line: at + 1, text: row.trim() });
    else if (isText) {
      const last = paragraphs.at(-1);
      if (last !== undefined) last.text += ` ${row.trim()}`;
    }
    isOpen = isText;
  }
  return paragraphs;
}
