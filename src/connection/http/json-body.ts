import { isAscii } from "node:buffer";
import { say, words } from "../../kubernetes/index.ts";
import { AccessError, unable } from "../kubeconfig/index.ts";

/** A way to write objects, and how to read what is written so. */
export interface Format {
  /** What the `Accept` header says. */
  readonly accept: string;
  /** The value in a body. Throws an `AccessError` when there is none. */
  read(bytes: Buffer, contentType: string, bounds: JsonBounds): unknown;
}

export const json: Format = { accept: "application/json", read: parseBody };

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The value in the body of an answer that should be Kubernetes JSON. Throws an `AccessError`. */
export function parseBody(bytes: Uint8Array, contentType: string, bounds: JsonBounds): unknown {
  const body = withoutByteOrderMark(bytes);
  if (!isJson(body, contentType)) {
    throw unable(
      "protocol",
      say`the answer is not Kubernetes JSON (${contentType || "no content type"})`,
      words("A proxy or a login page may have answered instead of the server."),
    );
  }
  try {
    const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1");
    guardJson(text, bounds);
    return JSON.parse(isAscii(body) ? text : utf8.decode(body));
  } catch (problem) {
    throw notUsable(problem);
  }
}

/** The value, if the body is JSON at all: answers that report a failure can be anything. */
export function parseIfJson(bytes: Uint8Array, contentType: string, bounds: JsonBounds): unknown {
  try {
    return parseBody(bytes, contentType, bounds);
  } catch {
    return undefined;
  }
}

function isJson(body: Uint8Array, contentType: string): boolean {
  let at = 0;
  while (at < body.length && Number(body[at]) <= 0x20) at++;
  return body[at] === 0x7b && !/html|xml/i.test(contentType);
}

function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return marked ? bytes.subarray(3) : bytes;
}

function notUsable(problem: unknown): AccessError {
  if (problem instanceof JsonProblem) {
    return new AccessError("protocol", say`the server's answer is not valid: ${problem.message}`);
  }
  if (problem instanceof SyntaxError) {
    return new AccessError("protocol", words("the server's answer is incomplete or malformed JSON"));
  }
  return new AccessError("protocol", words("the server's answer is not UTF-8"));
}

/** JSON that a parser accepts but that must not be trusted. */
class JsonProblem extends Error {}

export interface JsonBounds {
  readonly nesting: number;
  /** Bytes of one entry of `items`. */
  readonly object: number;
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const blanks: ReadonlySet<number> = new Set([0x20, 0x0a, 0x0d, 0x09]);

/**
 * Checks JSON before it is parsed: how deeply it is nested, how large each object of a list is, and whether an object has
 * the same key twice. A parser takes the last of two equal keys, but another reader can take the first: the two would
 * mean different objects. Only the keys of the answer, of its items, and of their metadata are checked.
 *
 * @param text the bytes, as Latin-1: V8 finds the end of a string in it many times faster than among bytes
 */
function guardJson(text: string, bounds: JsonBounds): void {
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
      throw new JsonProblem(`one object in it is larger than ${bounds.object} bytes`);
    }
    depth--;
  }

  function key(name: string, keys: Set<string>): void {
    if (keys.has(name)) throw new JsonProblem(`the key ${name} occurs twice`);
    keys.add(name);
    lastKeys[depth] = name;
  }

  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote: {
        const end = endOfString(text, at);
        const keys = seen[depth];
        if (keys !== undefined && isKey(text, end)) key(text.slice(at + 1, end), keys);
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

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** Of backslashes in a row, each second one stands for itself. */
function isEscaped(text: string, end: number): boolean {
  let from = end;
  while (text.charCodeAt(from - 1) === backslash) from--;
  return (end - from) % 2 === 1;
}

function isKey(text: string, end: number): boolean {
  let at = end + 1;
  while (blanks.has(text.charCodeAt(at))) at++;
  return text.charCodeAt(at) === colon;
}
