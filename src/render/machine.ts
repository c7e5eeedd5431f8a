import { dump } from "js-yaml";

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

/** Of a list in the view, each item is a part. */
function* jsonParts(view: object): Iterable<string> {
  const entries = Object.entries(view).filter(([, value]) => value !== undefined);
  for (const [at, [name, value]] of entries.entries()) {
    yield `${at === 0 ? "{" : ","}\n    ${JSON.stringify(name)}: `;
    if (isList(value)) yield* listParts(value);
    else yield indented(value, "    ");
  }
  yield entries.length === 0 ? "{}" : "\n}";
}

function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

function* listParts(items: Iterable<unknown>): Iterable<string> {
  let begin = "[";
  for (const item of items) {
    yield `${begin}\n        ${indented(item, "        ")}`;
    begin = ",";
  }
  yield begin === "[" ? "[]" : "\n    ]";
}

/** In texts there is no end of a line that is not escaped. */
function indented(value: unknown, by: string): string {
  return JSON.stringify(value ?? null, null, 4).replaceAll("\n", `\n${by}`);
}

/** As kubectl prints YAML: keys sorted, list dashes not indented, nothing folded. */
export function yaml(view: object): string {
  return dump(view, { seqNoIndent: true, lineWidth: -1, sortKeys: true, noRefs: true });
}
