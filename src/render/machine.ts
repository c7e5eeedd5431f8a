import { dump } from "js-yaml";
import type { ObjectRef } from "../kubernetes/index.ts";
import { nameKey, qualifiedKindOf } from "../kubernetes/index.ts";
import { whole } from "./escape.ts";
import type { Renderer } from "./renderer.ts";

/** One document of the public contract, for programs. */
export function documentFormats<T>(
  viewOf: (content: T) => object,
  summary = "for programs, as in the published schema",
): readonly [json: Renderer<T>, yaml: Renderer<T>] {
  const pieces = (content: T) => jsonPieces(viewOf(content));
  return [
    { name: "json", summary, pieces, render: (content) => [...pieces(content)].join("") },
    { name: "yaml", summary: "the same as YAML", render: (content) => yaml(viewOf(content)) },
  ];
}

/** `persistentvolumeclaim/data`, `volumeattachment.storage.k8s.io/csi-1`: each once, as kubectl's `-o name` does. */
export function nameFormat<T>(summary: string, objectsIn: (content: T) => readonly ObjectRef[]): Renderer<T> {
  const render = (content: T) => {
    const distinct = new Map(objectsIn(content).map((object) => [nameKey(object), object]));
    return [...distinct.values()].map(nameLine).join("");
  };
  return { name: "name", summary, render };
}

function nameLine(object: ObjectRef): string {
  return `${whole(`${qualifiedKindOf(object)}/${object.name}`)}\n`;
}

/** As kubectl prints JSON: four spaces. */
export function json(view: object): string {
  return `${JSON.stringify(view, null, 4)}\n`;
}

/** So much text is worth a write of its own. Of little more than twice that Node.js makes a copy when it is written. */
const longPiece = 1 << 11;

/**
 * As `json`, in pieces, each made when it is asked for: the text of a large view is never there as a whole. Nor need the
 * view be: what is in it as an `Iterable` is a list whose items are made one after the other.
 */
export function* jsonPieces(view: object): Iterable<string> {
  let piece = "";
  for (const part of jsonParts(view)) {
    piece += part;
    if (piece.length < longPiece) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}\n`;
}

/** Of a list in the view, each item is a part, and of an item in which there is a long list, each item of that. */
function* jsonParts(view: object, by = ""): Iterable<string> {
  const entries = Object.entries(view).filter(([, value]) => value !== undefined);
  for (const [at, [name, value]] of entries.entries()) {
    yield `${at === 0 ? "{" : ","}\n${by}    ${JSON.stringify(name)}: `;
    if (isList(value)) yield* listParts(value, `${by}    `);
    else yield* valueParts(value, `${by}    `);
  }
  yield entries.length === 0 ? "{}" : `\n${by}}`;
}

function* valueParts(value: unknown, by: string): Iterable<string> {
  if (hasLongList(value)) yield* jsonParts(value, by);
  else yield indented(value, by);
}

/** Is there a list in it, or in a part of it, that is made only when it is printed? */
function hasLongList(value: unknown, depth = 2): value is object {
  if (depth === 0 || typeof value !== "object" || value === null || isList(value)) return false;
  return Object.values(value).some(
    (part) => (isList(part) && !Array.isArray(part)) || hasLongList(part, depth - 1),
  );
}

function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

function* listParts(items: Iterable<unknown>, by: string): Iterable<string> {
  let begin = "[";
  for (const item of items) {
    yield `${begin}\n${by}    `;
    yield* valueParts(item, `${by}    `);
    begin = ",";
  }
  yield begin === "[" ? "[]" : `\n${by}]`;
}

/** In texts there is no end of a line that is not escaped. */
function indented(value: unknown, by: string): string {
  return JSON.stringify(value ?? null, null, 4).replaceAll("\n", `\n${by}`);
}

/** As kubectl prints YAML: keys sorted, list dashes not indented, nothing folded. */
export function yaml(view: object): string {
  return dump(listed(view), {
    seqNoIndent: true,
    lineWidth: -1,
    sortKeys: true,
    noRefs: true,
  });
}

/** With its long lists as lists. */
function listed(value: unknown): unknown {
  if (isList(value)) return Array.from(value, listed);
  if (!hasLongList(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, listed(part)]));
}
