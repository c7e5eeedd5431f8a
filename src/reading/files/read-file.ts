import type { OtherObject, Resource } from "../../kubernetes/index.ts";
import { isRecord, kindNamed, say, withArticle, words } from "../../kubernetes/index.ts";
import type { TypeMeta } from "../decode/index.ts";
import { decode } from "../decode/index.ts";
import { otherObject } from "../decode/other.ts";
import type { SnapshotHeader } from "../snapshot-file/index.ts";
import { parseHeader } from "../snapshot-file/index.ts";
import type { Contents, Damage, Kept } from "./contents.ts";
import { JsonReader, startsJson } from "./json.ts";
import type { Limits, Meter } from "./limits.ts";
import { InputError, refuse } from "./limits.ts";
import { Manifests } from "./manifests.ts";
import type { Wrapping } from "./raw.ts";
import { completed, nameProblem, namespaceOf, saysItsKind, typeOf, wholeOf, wrappingOf } from "./raw.ts";
import type { Piece, TextReader } from "./text.ts";
import { utf8Only } from "./text.ts";
import { YamlReader } from "./yaml.ts";

const deepestList = 3;
type List = Extract<Wrapping, { is: "list" }>;

/** Turns the pieces of one file into objects, as they come, so that no file is in memory as a whole. */
class Collector {
  readonly #file: string;
  /** What an array's items are, where the file's path says so. */
  readonly #implied: TypeMeta | undefined;
  readonly #objects: Kept[] = [];
  readonly #damage: Damage[] = [];
  readonly #listed = new Set<Resource>();
  readonly #strangers = new Set<string>();
  readonly #others: OtherObject[] = [];
  readonly #keep: Limits["keep"];
  /** What was passed over, with the first reason of each kind, so that a hostile file makes few lines. */
  readonly #skipped = new Map<string, { count: number; readonly first: string }>();
  readonly #manifests: Manifests;
  #documents = 0;
  #lists = 0;
  #header: SnapshotHeader | undefined;
  /** Items whose type only the end of their list will tell. */
  #untyped: { readonly value: unknown; readonly line: number }[] = [];

  constructor(file: string, keep: Limits["keep"], implied?: TypeMeta) {
    this.#file = file;
    this.#keep = keep;
    this.#implied = implied;
    this.#manifests = new Manifests(file);
  }

  /** How many objects there are so far. */
  get length(): number {
    return this.#objects.length + this.#untyped.length;
  }

  add({ piece, value, line }: Piece): void {
    switch (piece) {
      case "document":
        this.#unwrap(value, line, 1);
        return;
      case "item":
        if (saysItsKind(value)) this.#unwrap(value, line, 2);
        else this.#untyped.push({ value, line });
        return;
      case "list":
        this.#endList(value, line);
        return;
    }
  }

  contents(): Contents {
    return {
      file: this.#file,
      ...(this.#header === undefined ? {} : { header: this.#header }),
      objects: this.#objects,
      documents: this.#documents,
      lists: this.#lists,
      listed: this.#listed,
      damage: this.#damage,
      skipped: [...this.#skipped].map(([kind, { count, first }]) => {
        const others = count === 1 ? "" : `, and ${count - 1} more`;
        return `${this.#file}: skipped ${withArticle(kind)} (${first})${others}`;
      }),
      others: this.#others,
      strangers: this.#strangers,
      manifests: this.#manifests,
    };
  }

  #endList(value: unknown, line: number): void {
    const list = Array.isArray(value) ? this.#arrayOf() : wrappingOf(value);
    if (list.is !== "list") {
      this.#unwrap(value, line, 1);
      return;
    }
    const items = this.#untyped;
    this.#untyped = [];
    const implied = list.implied ?? this.#implied;
    for (const item of items) this.#take(item.value, item.line, implied);
    this.#openList({ ...list, implied });
  }

  #arrayOf(): List {
    return { is: "list", items: [], implied: this.#implied, isCut: false };
  }

  #unwrap(value: unknown, line: number, depth: number): void {
    // Go writes an empty list as null.
    if (value === null && depth === 1) {
      if (this.#implied !== undefined) this.#openList(this.#arrayOf());
      return;
    }
    const wrapping = wrappingOf(value);
    switch (wrapping.is) {
      case "refused":
        throw refuse({ file: this.#file, line }, wrapping.because);
      case "header":
        this.#open(value, line);
        return;
      case "object":
        if (depth === 1) this.#documents += 1;
        this.#take(value, line, depth === 1 ? this.#implied : undefined);
        return;
      case "list":
        if (depth > deepestList)
          throw refuse({ file: this.#file, line }, words("lists are nested deeper than 3"));
        this.#openList(wrapping);
        for (const item of wrapping.items) {
          if (saysItsKind(item)) this.#unwrap(item, line, depth + 1);
          else this.#take(item, line, wrapping.implied);
        }
    }
  }

  #openList({ implied, isCut }: List): void {
    this.#lists += 1;
    const resource = implied && kindNamed(implied.apiVersion, implied.kind)?.resource;
    if (resource !== undefined) this.#listed.add(resource);
    if (isCut && (implied === undefined || resource !== undefined)) {
      const detail = `${this.#file} holds only a part of the list`;
      this.#damage.push({ ...(resource === undefined ? {} : { resource }), detail });
      this.#note(`part of a ${implied?.kind ?? ""}List`, 1, "the server has more objects");
    }
  }

  #open(value: unknown, line: number): void {
    const place = { file: this.#file, line };
    if (this.#documents + this.#lists > 0 || this.#objects.length > 0 || this.#header !== undefined) {
      throw refuse(place, words("the Snapshot header must be the first document, and must occur only once"));
    }
    const parsed = parseHeader(value);
    if (!parsed.ok) throw refuse(place, say`the Snapshot header is wrong: ${parsed.reason}`);
    this.#header = parsed.header;
  }

  #take(value: unknown, line: number, implied: TypeMeta | undefined): void {
    const type = typeOf(value) ?? implied;
    if (type === undefined) {
      const reason = isRecord(value) ? "it has no apiVersion and kind" : "it is not an object";
      this.#skip({}, "value", line, reason);
      return;
    }
    const definition = kindNamed(type.apiVersion, type.kind);
    if (definition === undefined) {
      this.#strangers.add(type.kind);
      this.#manifests.other(value);
      const other = otherObject(value, type);
      if (other !== undefined) this.#others.push(other);
      return;
    }
    const { resource, kind } = definition;
    const isHandMade = this.#header?.reads.by === "exclusion";
    if (!isHandMade) this.#manifests.object(definition, value, { type, line });
    const given = isHandMade ? completed(definition, value) : value;
    const decoded = decode(resource, given, type);
    const whole =
      this.#keep === "whole" && isRecord(given) ? { whole: wholeOf(given, type, isHandMade) } : {};
    const problem = decoded.ok ? nameProblem(resource, decoded.object) : decoded.reason;
    if (decoded.ok && problem === "") this.#objects.push({ resource, object: decoded.object, ...whole });
    else this.#skip({ resource, ...namespaceOf(resource, value) }, kind, line, problem);
  }

  #skip(what: Omit<Damage, "detail">, kind: string, line: number, reason: string): void {
    this.#damage.push({
      ...what,
      detail: `${withArticle(kind)} in ${this.#file} could not be read: ${reason}`,
    });
    this.#note(kind, line, reason);
  }

  #note(kind: string, line: number, reason: string): void {
    const known = this.#skipped.get(kind);
    if (known === undefined) this.#skipped.set(kind, { count: 1, first: `line ${line}: ${reason}` });
    else known.count += 1;
  }
}

interface TextFile {
  /** As the reader knows it. */
  readonly file: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** What the items of an array are, where the path says so. */
  readonly implied?: TypeMeta;
}

/** What a YAML or JSON text holds; kubectl tells the two apart by the first character as well. */
export async function readContents({ file, chunks, implied }: TextFile, meter: Meter): Promise<Contents> {
  const { limits } = meter;
  const collector = new Collector(file, limits.keep, implied);
  let reader: TextReader | undefined;
  try {
    meter.tell(file, 0);
    for await (const chunk of utf8Only(file, chunks)) {
      reader ??= readerFor(chunk, file, limits);
      for (const piece of reader?.push(chunk) ?? []) collector.add(piece);
      meter.tell(file, collector.length);
    }
    for (const piece of reader?.end() ?? []) collector.add(piece);
  } catch (problem) {
    throw asInputError(file, problem);
  } finally {
    await meter.done(collector.length);
  }
  return collector.contents();
}

/** `undefined` when the chunk is nothing but space. */
function readerFor(chunk: Uint8Array, file: string, limits: Limits): TextReader | undefined {
  const isJson = startsJson(chunk);
  if (isJson === undefined) return undefined;
  return isJson ? new JsonReader(file, limits) : new YamlReader(file, limits);
}

/** What the file system says of a file that cannot be read. */
export function asInputError(file: string, problem: unknown): InputError {
  if (problem instanceof InputError) return problem;
  const code = problem instanceof Error && "code" in problem ? String(problem.code) : "";
  if (code === "") throw problem;
  return refuse({ file }, say`it cannot be read (${code})`);
}
