import {
  type KubeObject,
  kindNamed,
  kindOf,
  type Resource,
  say,
  withArticle,
  words,
} from "../../model/index.ts";
import { decode, isRecord, own, type TypeMeta } from "../decode/index.ts";
import { parseHeader, type SnapshotHeader } from "../snapshot-file/index.ts";
import { completed } from "./complete.ts";
import type { Contents, Damage, Kept } from "./contents.ts";
import { refuse } from "./input-error.ts";
import type { Limits } from "./limits.ts";
import { Notes } from "./notes.ts";
import type { Piece } from "./piece.ts";
import { textAt, unwrap, type Wrapping } from "./unwrap.ts";

const deepestList = 3;
type List = Extract<Wrapping, { is: "list" }>;

/** Turns the pieces of one file into objects, as they come, so that no file is in memory as a whole. */
export class Collector {
  readonly #file: string;
  /** What an array's items are, where the file's path says so. */
  readonly #implied: TypeMeta | undefined;
  readonly #objects: Kept[] = [];
  readonly #damage: Damage[] = [];
  readonly #listed = new Set<Resource>();
  readonly #strangers = new Map<string, number>();
  readonly #others: KubeObject[] = [];
  readonly #keep: Limits["keep"];
  readonly #notes: Notes;
  #documents = 0;
  #lists = 0;
  #header: SnapshotHeader | undefined;
  /** Items whose type only the end of their list will tell. */
  #untyped: { readonly value: unknown; readonly line: number }[] = [];

  constructor(file: string, keep: Limits["keep"], implied?: TypeMeta) {
    this.#file = file;
    this.#keep = keep;
    this.#implied = implied;
    this.#notes = new Notes(file);
  }

  add(piece: Piece): void {
    const { value, line } = piece;
    switch (piece.piece) {
      case "document":
        this.#unwrap(value, line, 1);
        return;
      case "item":
        if (isRecord(value) && textAt(value, "kind") !== "") this.#unwrap(value, line, 2);
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
      skipped: this.#notes.lines(),
      others: this.#others,
      strangers: this.#strangers,
    };
  }

  #endList(value: unknown, line: number): void {
    const unwrapped: Wrapping = Array.isArray(value)
      ? { is: "list", items: [], isCut: false }
      : unwrap(value);
    if (unwrapped.is !== "list") {
      this.#unwrap(value, line, 1);
      return;
    }
    const items = this.#untyped;
    this.#untyped = [];
    const implied = unwrapped.implied ?? this.#implied;
    for (const item of items) this.#take(item.value, item.line, implied);
    this.#openList({ ...unwrapped, ...(implied === undefined ? {} : { implied }) });
  }

  #unwrap(value: unknown, line: number, depth: number): void {
    // Go writes an empty list as null.
    if (value === null && depth === 1) {
      if (this.#implied !== undefined)
        this.#openList({ is: "list", items: [], implied: this.#implied, isCut: false });
      return;
    }
    const unwrapped = unwrap(value);
    switch (unwrapped.is) {
      case "refused":
        throw refuse({ file: this.#file, line }, unwrapped.because);
      case "header":
        this.#open(unwrapped.value, line);
        return;
      case "object":
        if (depth === 1) this.#documents += 1;
        this.#take(value, line, depth === 1 ? this.#implied : undefined);
        return;
      case "list":
        if (depth > deepestList)
          throw refuse({ file: this.#file, line }, words("lists are nested deeper than 3"));
        this.#openList(unwrapped);
        for (const item of unwrapped.items) this.#item(item, line, depth, unwrapped.implied);
    }
  }

  #item(value: unknown, line: number, depth: number, implied: TypeMeta | undefined): void {
    if (isRecord(value) && textAt(value, "kind") !== "") this.#unwrap(value, line, depth + 1);
    else this.#take(value, line, implied);
  }

  #openList({ implied, isCut }: List): void {
    this.#lists += 1;
    const resource = implied && kindNamed(implied.apiVersion, implied.kind)?.resource;
    if (resource !== undefined) this.#listed.add(resource);
    if (isCut && (implied === undefined || resource !== undefined)) {
      const detail = `${this.#file} holds only a part of the list`;
      this.#damage.push({ ...(resource === undefined ? {} : { resource }), detail });
      this.#notes.add(`part of a ${implied?.kind ?? ""}List`, 1, "the server has more objects");
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
      this.#skip(
        {},
        "value",
        line,
        isRecord(value) ? "it has no apiVersion and kind" : "it is not an object",
      );
      return;
    }
    const definition = kindNamed(type.apiVersion, type.kind);
    if (definition === undefined) {
      this.#strangers.set(type.kind, (this.#strangers.get(type.kind) ?? 0) + 1);
      const other = otherObject(value, type);
      if (other !== undefined) this.#others.push(other);
      return;
    }
    const { resource, kind } = definition;
    const isHandMade = this.#header?.reads.by === "exclusion";
    const given = isHandMade ? completed(definition, value) : value;
    const decoded = decode(resource, given, type);
    const whole =
      this.#keep === "whole" && isRecord(given) ? { whole: wholeOf(given, type, isHandMade) } : {};
    if (decoded.ok) this.#objects.push({ resource, object: decoded.object, ...whole });
    else this.#skip({ resource, ...namespaceOf(resource, value) }, kind, line, decoded.reason);
  }

  #skip(what: Omit<Damage, "detail">, kind: string, line: number, reason: string): void {
    this.#damage.push({
      ...what,
      detail: `${withArticle(kind)} in ${this.#file} could not be read: ${reason}`,
    });
    this.#notes.add(kind, line, reason);
  }
}

/** Items of a list leave out their type, and hand-made objects the version that a cluster gives them. */
function wholeOf(given: { readonly [field: string]: unknown }, type: TypeMeta, isHandMade: boolean): object {
  const metadata = own(given, "metadata");
  const version = isHandMade && isRecord(metadata) ? { metadata: { resourceVersion: "1", ...metadata } } : {};
  return { ...type, ...given, ...version };
}

/** Of an object that can be told from another of its name. */
function otherObject(value: unknown, { apiVersion, kind }: TypeMeta): KubeObject | undefined {
  const metadata = isRecord(value) ? own(value, "metadata") : undefined;
  if (!isRecord(metadata)) return undefined;
  const [name, namespace, uid, deletionTimestamp] = ["name", "namespace", "uid", "deletionTimestamp"].map(
    (field) => textAt(metadata, field),
  );
  if (!name || !uid) return undefined;
  const finalizers = own(metadata, "finalizers");
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      uid,
      ...(namespace ? { namespace } : {}),
      ...(deletionTimestamp ? { deletionTimestamp } : {}),
      ...(Array.isArray(finalizers) ? { finalizers: finalizers.map(String) } : {}),
    },
  };
}

function typeOf(value: unknown): TypeMeta | undefined {
  if (!isRecord(value)) return undefined;
  const apiVersion = textAt(value, "apiVersion");
  const kind = textAt(value, "kind");
  return apiVersion === "" || kind === "" ? undefined : { apiVersion, kind };
}

function namespaceOf(resource: Resource, value: unknown): { readonly namespace?: string } {
  const metadata = isRecord(value) ? own(value, "metadata") : undefined;
  const namespace = isRecord(metadata) ? textAt(metadata, "namespace") : "";
  return namespace === "" || !kindOf(resource).namespaced ? {} : { namespace };
}
