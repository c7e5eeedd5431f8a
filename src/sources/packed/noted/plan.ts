import type { Part, Path, Recipe } from "../../../model/index.ts";
import { type AddKey, addKey } from "./keys.ts";
import { Notes } from "./notes.ts";
import { Sinks } from "./sinks.ts";
import { type Holds, holds } from "./tests.ts";

/** What is done for a recipe when an item is packed whole. */
interface ColumnPlan {
  readonly asks: readonly Holds[];
  readonly when: readonly Holds[];
  readonly keys: readonly AddKey[];
}

/** What is to be noted of the items of a kind while they are packed, for its recipes and parts. */
export class NotePlan {
  readonly sinks = new Sinks();
  readonly parts: readonly Part[];
  /** What is the same of items that are alike. */
  readonly likenesses: readonly Path[];
  readonly name: number;
  readonly uid: number;
  readonly namespace: number;
  readonly #recipes: readonly Recipe[];
  readonly #columns: readonly ColumnPlan[];
  readonly #tests: readonly (readonly Holds[])[];
  readonly #numbers: ReadonlyMap<Part, number>;

  constructor(recipes: readonly Recipe[], parts: readonly Part[], likenesses: readonly Path[] = []) {
    this.#recipes = recipes;
    this.parts = parts;
    this.likenesses = likenesses;
    this.name = this.sinks.valueAt(["metadata", "name"]);
    this.uid = this.sinks.valueAt(["metadata", "uid"]);
    this.namespace = this.sinks.valueAt(["metadata", "namespace"]);
    this.#columns = recipes.map((recipe, column) => columnPlan(recipe, column, this.sinks));
    this.#tests = parts.map(({ any }) => any.map((test) => holds(test, this.sinks)));
    this.#numbers = new Map(parts.map((part, number) => [part, number]));
  }

  /** Which of the paths that tell items apart it is; -1 for none. */
  likenessAt(path: Path): number {
    return this.likenesses.findIndex((each) => each.join("\0") === path.join("\0"));
  }

  /** The column of a recipe; -1 for none. */
  columnOf(recipe: Recipe): number {
    return this.#recipes.indexOf(recipe);
  }

  /** The number of a part that is told apart. */
  numberOf(part: Part): number | undefined {
    return this.#numbers.get(part);
  }

  notes(): Notes {
    return new Notes(this.sinks.values, this.sinks.hits, this.#columns.length);
  }

  /** Ends an item that is taken. */
  finish(notes: Notes, bytes: Uint8Array): void {
    for (let at = 0; at < this.#columns.length; at++) {
      const plan = this.#columns[at];
      const column = notes.columns[at];
      if (plan === undefined || column === undefined) continue;
      if (!all(plan.when, notes, bytes)) column.begin();
      else if (some(plan.asks, notes, bytes)) column.open();
      else for (const add of plan.keys) add(notes, bytes, column);
      column.settle();
    }
  }

  /** Which parts the item is in, a bit for each: of so many, from one of them on. */
  partsOf(notes: Notes, bytes: Uint8Array, from: number, count: number): number {
    let bits = 0;
    for (let at = from; at < Math.min(from + count, this.#tests.length); at++)
      if (some(this.#tests[at] ?? [], notes, bytes)) bits |= 1 << (at - from);
    return bits;
  }
}

function columnPlan({ asks = [], when = [], keys }: Recipe, column: number, sinks: Sinks): ColumnPlan {
  const ofWhole: AddKey[] = [];
  for (const key of keys) {
    const { each = [] } = key;
    const add = addKey(key, (path) => sinks.valueIn(each, path));
    if (key.each === undefined) ofWhole.push(add);
    else sinks.keyOfEach(key.each, add, column);
  }
  return {
    asks: asks.map((test) => holds(test, sinks)),
    when: when.map((test) => holds(test, sinks)),
    keys: ofWhole,
  };
}

function some(tests: readonly Holds[], notes: Notes, bytes: Uint8Array): boolean {
  for (const test of tests) if (test(notes, bytes)) return true;
  return false;
}

function all(tests: readonly Holds[], notes: Notes, bytes: Uint8Array): boolean {
  for (const test of tests) if (!test(notes, bytes)) return false;
  return true;
}
