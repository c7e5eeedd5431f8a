import { type Printable, whole } from "../escape.ts";

/** A piece of XML. Its texts and values are escaped when it is written, and there is no other way to write it. */
export interface Element {
  readonly name: string;
  readonly attributes?: { readonly [name: string]: string | number };
  readonly children?: readonly Element[];
  readonly text?: string;
}

const entities: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&apos;"],
]);

/** Printable text has no character that XML 1.0 forbids. */
function escaped(text: Printable): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? "");
}

export function xmlDocument(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, "").join("\n")}\n`;
}

function lines(element: Element, indent: string): readonly string[] {
  const { name, attributes = {}, children = [], text } = element;
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(whole(String(value)))}"`);
  const head = `${indent}<${name}${list.join("")}`;
  if (text !== undefined) return [`${head}>${textLines(text)}</${name}>`];
  if (children.length === 0) return [`${head}/>`];
  return [`${head}>`, ...children.flatMap((child) => lines(child, `${indent}  `)), `${indent}</${name}>`];
}

/** Line breaks are pvguard's own: none comes from data. */
function textLines(text: string): string {
  return text
    .split("\n")
    .map((line) => escaped(whole(line)))
    .join("\n");
}
