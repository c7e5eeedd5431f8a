import type { Event } from "js-yaml";
import {
  boolCoreTag,
  constructFromEvents,
  defineScalarTag,
  EVENT_ID,
  FAILSAFE_SCHEMA,
  mergeTag,
  NOT_RESOLVED,
  nullCoreTag,
  parseEvents,
  YAMLException,
} from "js-yaml";
import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { Limits } from "./limits.ts";
import { defaultLimits, refuse, tooLarge } from "./limits.ts";
import type { Piece, TextReader } from "./text.ts";
import { textOf, Window } from "./text.ts";

/** What begins a document after another one, or ends one. */
const marker = "\n---";
const markers = /\n---(?=\s)|\n\.\.\.\r?\n/g;

/** Bytes that are looked through at once. js-yaml makes many times as much of what it is given. */
const stretch = 64 * 1024;

/** No directives are longer that stand before a marker and belong to the document that it begins. */
const longestDirectives = 1024;

/**
 * Hands YAML to js-yaml in stretches of whole documents. YAML 1.2 (9.1.2) forbids a line that starts with `---` inside a
 * document, also within quoted and block text, so no parsing is needed to find where one begins.
 */
export class YamlReader implements TextReader {
  readonly #file: string;
  readonly #limits: Limits;
  readonly #window = new Window();
  /** Of the first byte in the window. */
  #line = 1;

  constructor(file: string, limits: Limits) {
    this.#file = file;
    this.#limits = limits;
  }

  push(chunk: Uint8Array): readonly Piece[] {
    const found: Piece[] = [];
    for (let at = 0; at < chunk.length; at += stretch)
      for (const piece of this.#add(chunk.subarray(at, at + stretch))) found.push(piece);
    return found;
  }

  #add(bytes: Uint8Array): readonly Piece[] {
    this.#window.append(bytes);
    const cut = this.#lastCut(bytes.length);
    const found = cut === undefined ? [] : this.#documents(cut);
    if (this.#window.length > this.#limits.documentBytes) {
      throw refuse(
        { file: this.#file, line: this.#line },
        say`${tooLarge(this.#limits)}. A List is read item by item when it is JSON: use -o json`,
      );
    }
    return found;
  }

  end(): readonly Piece[] {
    return this.#documents(this.#window.end);
  }

  /** Where the last document begins, if a marker among the newest bytes says so. */
  #lastCut(newest: number): number | undefined {
    const { start, end } = this.#window;
    const from = Math.max(start, end - newest - longestDirectives);
    const text = Buffer.from(this.#window.slice(from, end)).toString("latin1");
    for (const { 0: found, index } of [...text.matchAll(markers)].reverse()) {
      if (found !== marker) return from + index + found.length;
      const before = text.slice(Math.max(0, index - longestDirectives), index);
      if (!/^%/m.test(before)) return from + index + 1;
    }
    return undefined;
  }

  #documents(end: number): readonly Piece[] {
    const { start } = this.#window;
    const place = { file: this.#file, line: this.#line };
    const text = textOf(this.#window.slice(start, end), place, start);
    this.#window.forget(end);
    this.#line += linesIn(text);
    return documentsOf(text, place, this.#limits);
  }
}

function linesIn(text: string): number {
  return text.split("\n").length - 1;
}

/** Only the way that Kubernetes itself writes a number. */
const integerTag = defineScalarTag<number>("tag:yaml.org,2002:int", {
  implicit: true,
  implicitFirstChars: [..."-0123456789"],
  resolve: (source) => (/^(?:0|-?[1-9][0-9]*)$/.test(source) ? Number(source) : NOT_RESOLVED),
  identify: () => false,
});

/**
 * No field that pvguard reads is a fraction or a date, so `1e3`, `012`, `12:30`, `1_000`, `on` and `2024-01-01` are
 * names here: what they mean differs between YAML 1.1 and 1.2, and a name must not change.
 */
const schema = FAILSAFE_SCHEMA.withTags(nullCoreTag, boolCoreTag, integerTag, mergeTag);

type DocumentPiece = Extract<Piece, { piece: "document" }>;

/** The documents of a text that starts at this line. js-yaml counts nesting and aliases before it builds anything. */
function documentsOf(text: string, place: LineOfFile, limits: Limits): readonly DocumentPiece[] {
  refuseForeignText(text, place);
  const { values, roots } = parsed(text, place, limits);
  let { line } = place;
  let position = 0;
  return values.flatMap((value, at) => {
    // What holds nothing but markers and comments is null, too.
    if (value === null && text.trim() !== "null") return [];
    const before = text.slice(position, roots[at]);
    const begin = beginOf(before);
    line += linesIn(before.slice(0, begin));
    position += begin;
    refuseForeignText(text.slice(position, position + longestStart), { ...place, line });
    return [{ piece: "document", value, line } as const];
  });
}

/** Where the document begins that comes after this: at its marker, or behind the marker that ends the one before it. */
function beginOf(before: string): number {
  const lines = `\n${before}`;
  const dashes = lines.lastIndexOf(marker, lines.length - marker.length);
  const dots = lines.lastIndexOf("\n...");
  return dashes >= dots ? Math.max(dashes, 0) : before.indexOf("\n", dots) + 1;
}

interface LineOfFile {
  readonly file: string;
  readonly line: number;
}

/** The value of each document, and where what stands in it begins. */
function parsed(
  text: string,
  { file, line }: LineOfFile,
  limits: Limits,
): { readonly values: readonly unknown[]; readonly roots: readonly number[] } {
  try {
    const events = parseEvents(text, { maxDepth: limits.nesting });
    const values = constructFromEvents(events, { source: text, schema, maxAliases: limits.aliases });
    const roots = events.flatMap(({ type }, at) =>
      type === EVENT_ID.DOCUMENT ? [startOf(events[at + 1])] : [],
    );
    return { values, roots };
  } catch (problem) {
    if (!(problem instanceof YAMLException)) throw refuse({ file, line }, say`this YAML cannot be read`);
    const { mark, reason } = problem;
    const place =
      mark === undefined ? { file, line } : { file, line: line + mark.line, column: mark.column + 1 };
    throw refuse(place, say`this is not valid YAML: ${reason}`);
  }
}

function startOf(event: Event | undefined): number {
  if (event === undefined) return 0;
  if ("start" in event) return event.start;
  return "valueStart" in event ? event.valueStart : 0;
}

const useOutput = "use `kubectl get … -o yaml` or `-o json`";

/** What people pass to a command that reads manifests, and that is none. All patterns look at the first lines only. */
const foreignTexts: readonly { readonly looksLike: RegExp; readonly hint: Phrase }[] = [
  {
    looksLike: /^(?:NAME|NAMESPACE|LAST SEEN) {2,}[A-Z]/,
    hint: words(`this is a table that kubectl prints for people: ${useOutput}`),
  },
  {
    looksLike: /^Name: {2,}\S.{0,300}\n(?:Namespace|Labels|Annotations|StorageClass|Roles|Priority): /,
    hint: words(`this is the output of kubectl describe: ${useOutput}`),
  },
  {
    looksLike: /^(?:error: |Error from server|Unable to connect to the server|The connection to the server )/,
    hint: words("this is an error message from kubectl, not its output"),
  },
  {
    looksLike: /^No resources found/,
    hint: words("this is kubectl's message that it found no resources, not its output"),
  },
  { looksLike: /^\s{0,20}<(?:!doctype|html)/i, hint: words("this is an HTML page, not YAML or JSON") },
];

const longestStart = 1000;

function refuseForeignText(text: string, place: LineOfFile): void {
  const start = text.slice(0, longestStart);
  const foreign = foreignTexts.find(({ looksLike }) => looksLike.test(start));
  if (foreign !== undefined) throw refuse(place, foreign.hint);
}

/** The one document that a small file holds, as YAML or JSON. Throws an `InputError` with the place of what is wrong. */
export function documentIn(text: string, file: string): unknown {
  if (text.trim() === "") throw refuse({ file }, words("it is empty"));
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // It can be YAML all the same.
    }
  }
  const [document, ...others] = documentsOf(text, { file, line: 1 }, defaultLimits);
  if (document === undefined) throw refuse({ file }, words("it is empty"));
  if (others.length > 0)
    throw refuse({ file }, words("it contains more than one YAML document, but must contain only one"));
  return document.value;
}
