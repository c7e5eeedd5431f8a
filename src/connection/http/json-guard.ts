/** JSON that is well-formed for a parser and yet not to be trusted. */
export class JsonProblem extends Error {}

export interface JsonBounds {
  readonly nesting: number;
  /** Bytes of one entry of `items`. */
  readonly object: number;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Looks over JSON once before it is parsed: how deep it goes, how large each object of a list is, and whether an object
 * says the same thing twice. A parser takes the last of two equal keys, and so can another reader take the first: the
 * two would speak of different objects. Looked at are the keys of the answer, of its items, and of their metadata.
 */
export function guardJson(bytes: Uint8Array, bounds: JsonBounds): void {
  /** The keys seen so far, and the last of them, for each depth whose keys are watched. */
  const seen: (Set<string> | undefined)[] = [];
  const lastKeys: string[] = ["", "", "", "", ""];
  let depth = 0;
  let itemStart = 0;

  function open(watched: boolean, at: number): void {
    depth++;
    if (depth > bounds.nesting) throw new JsonProblem(`it is nested deeper than ${bounds.nesting}`);
    seen[depth] = watched ? new Set() : undefined;
    if (depth === 3) itemStart = at;
  }

  function close(at: number): void {
    if (depth === 3 && lastKeys[1] === "items" && at - itemStart > bounds.object) {
      throw new JsonProblem(`one object of it is larger than ${bounds.object} bytes`);
    }
    depth--;
  }

  function key(from: number, to: number, keys: Set<string>): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("latin1");
    if (keys.has(text)) throw new JsonProblem(`the key ${text} comes twice`);
    keys.add(text);
    lastKeys[depth] = text;
  }

  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote: {
        const end = endOfString(bytes, at);
        const keys = seen[depth];
        if (keys !== undefined && isKey(bytes, end)) key(at + 1, end, keys);
        at = end;
        break;
      }
      case 0x7b: // {
        open(isWatched(depth + 1, lastKeys), at);
        break;
      case 0x5b: // [
        open(false, at);
        break;
      case 0x7d: // }
      case 0x5d: // ]
        close(at);
        break;
    }
  }
}

/** 1: the answer. 2: its metadata. 3: an entry of its `items`. 4: that entry's metadata. */
function isWatched(depth: number, lastKeys: readonly string[]): boolean {
  if (depth === 1) return true;
  if (depth === 2) return lastKeys[1] === "metadata";
  if (depth === 3) return lastKeys[1] === "items";
  return depth === 4 && lastKeys[1] === "items" && lastKeys[3] === "metadata";
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

function isKey(bytes: Uint8Array, end: number): boolean {
  let at = end + 1;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++;
  return bytes[at] === 0x3a;
}
