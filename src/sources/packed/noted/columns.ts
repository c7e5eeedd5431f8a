import {
  type Columns,
  hashOf,
  type NotedKeys,
  Numbers,
  type Part,
  type Path,
  type Recipe,
} from "../../../model/index.ts";
import type { KeyColumn } from "./key-column.ts";
import { Likenesses } from "./likenesses.ts";
import type { Notes } from "./notes.ts";
import type { NotePlan } from "./plan.ts";

const noNamespace = hashOf("");
const bitsEach = 32;

/** What is known of packed items without making them. */
export class NotedColumns implements Columns {
  readonly notes: Notes;
  readonly likenesses: Likenesses | undefined;
  readonly #plan: NotePlan;
  readonly #scope: "namespaced" | "of the cluster";
  readonly #names = new Numbers();
  readonly #namespaces = new Numbers();
  /** For each 32 parts, which of them an item is in. */
  readonly #parts: readonly Numbers[];

  constructor(plan: NotePlan, scope: "namespaced" | "of the cluster") {
    this.#plan = plan;
    this.#scope = scope;
    this.notes = plan.notes();
    this.likenesses = plan.likenesses.length === 0 ? undefined : new Likenesses(plan.likenesses);
    this.#parts = Array.from({ length: Math.ceil(plan.parts.length / bitsEach) }, () => new Numbers());
  }

  get bytes(): number {
    return this.#all().reduce((sum, { bytes }) => sum + bytes, this.likenesses?.bytes ?? 0);
  }

  /** After the last item: gives back the room for more. */
  trim(): void {
    for (const column of this.#all()) column.trim();
  }

  nameHash(position: number): number {
    return this.#names.at(position);
  }

  namespaceHash(position: number): number {
    return this.#scope === "namespaced" ? this.#namespaces.at(position) : noNamespace;
  }

  isIn(part: Part, position: number): boolean {
    const at = this.#plan.numberOf(part);
    if (at === undefined) return true;
    return (((this.#parts[Math.floor(at / bitsEach)]?.at(position) ?? -1) >>> (at % bitsEach)) & 1) === 1;
  }

  get parts(): readonly Part[] {
    return this.#plan.parts.slice(0, bitsEach);
  }

  partBits(position: number): number {
    return this.#parts[0]?.at(position) ?? 0;
  }

  takeKeys(recipe: Recipe): NotedKeys | undefined {
    return this.notes.take(this.#plan.columnOf(recipe));
  }

  likeness(paths: readonly Path[], position: number): number | undefined {
    return this.likenesses?.of(paths, position);
  }

  begin(): void {
    this.likenesses?.begin();
    this.notes.begin();
  }

  end(bytes: Buffer): "taken" | "incomplete" {
    const { notes } = this;
    const { name, uid, namespace } = this.#plan;
    const isComplete = notes.has(name) && notes.has(uid);
    if (!isComplete || notes.has(namespace) !== (this.#scope === "namespaced")) return "incomplete";
    this.#plan.finish(notes, bytes);
    this.likenesses?.settle();
    this.#names.push(textHash(notes, bytes, name));
    if (this.#scope === "namespaced") this.#namespaces.push(textHash(notes, bytes, namespace));
    for (let at = 0; at < this.#parts.length; at++)
      this.#parts[at]?.push(this.#plan.partsOf(notes, bytes, at * bitsEach, bitsEach));
    return "taken";
  }

  #all(): readonly (Numbers | KeyColumn)[] {
    const keys = this.notes.columns.flatMap((column) => column ?? []);
    return [this.#names, this.#namespaces, ...this.#parts, ...keys];
  }
}

function textHash(notes: Notes, bytes: Buffer, value: number): number {
  const from = notes.from(value);
  const to = notes.to(value);
  const { hasher } = notes;
  hasher.begin();
  hasher.text(bytes, from, to);
  return hasher.isPlain ? hasher.hash : hashOf(bytes.toString("utf8", from, to));
}
