/** A strict reader of XML 1.0 without DTD, comments, CDATA and processing instructions: what pvguard writes, and no more. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** https://www.w3.org/TR/xml/#charsets */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

export function parseXml(document: string): XmlElement {
  const found = forbidden.exec(document);
  if (found !== null)
    throw new Error(`character ${found[0].codePointAt(0)?.toString(16)} is not allowed in XML`);
  const reader = new Reader(document);
  reader.take(/<\?xml version="1\.0" encoding="UTF-8"\?>\n/y);
  const root = reader.element();
  reader.take(/\s*$/y);
  return root;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null)
      throw new Error(`not well-formed at ${JSON.stringify(this.#text.slice(this.#at, this.#at + 60))}`);
    this.#at = pattern.lastIndex;
    return match;
  }

  element(): XmlElement {
    const name = this.take(/<([A-Za-z][\w-]*)/y)[1] ?? "";
    const attributes: Record<string, string> = {};
    while (this.#isNext(/\s+[A-Za-z]/y)) {
      const [, key = "", value = ""] = this.take(/\s+([A-Za-z][\w-]*)="([^"<]*)"/y);
      if (Object.hasOwn(attributes, key)) throw new Error(`${name} has two attributes ${key}`);
      attributes[key] = unescaped(value);
    }
    if (this.#isNext(/\/>/y)) {
      this.take(/\/>/y);
      return { name, attributes, children: [], text: "" };
    }
    this.take(/>/y);
    const children: XmlElement[] = [];
    let text = "";
    while (!this.#isNext(/<\//y)) {
      if (this.#isNext(/</y)) children.push(this.element());
      else text += unescaped(this.take(/(?:(?!]]>)[^<])+/y)[0]);
    }
    const end = this.take(/<\/([A-Za-z][\w-]*)>/y)[1];
    if (end !== name) throw new Error(`${name} is ended as ${end}`);
    return { name, attributes, children, text };
  }

  #isNext(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }
}

function unescaped(text: string): string {
  return text.replaceAll(/&([^;]{0,8});?/g, (whole, name: string) => {
    const character = entities[name];
    if (character === undefined) throw new Error(`unknown entity ${whole}`);
    return character;
  });
}
