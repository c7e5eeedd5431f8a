import { KeyColumn } from "./key-column.ts";
import { KeyHasher } from "./key-hasher.ts";

/** What is noted of the item that is being packed: where some of its values are in its message, and what they are. */
export class Notes {
  readonly hasher = new KeyHasher();
  /** One for each recipe, until it is taken. */
  readonly columns: (KeyColumn | undefined)[];
  /** Where values begin and end; negative where there is none. */
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  readonly #hits: Uint8Array;

  constructor(values: number, hits: number, columns: number) {
    this.#from = new Int32Array(values);
    this.#to = new Int32Array(values);
    this.#hits = new Uint8Array(hits);
    this.columns = Array.from({ length: columns }, () => new KeyColumn());
  }

  /** Whoever takes a column has it alone. Objects that come later would not be in it. */
  take(column: number): KeyColumn | undefined {
    const taken = this.columns[column];
    this.columns[column] = undefined;
    return taken;
  }

  begin(): void {
    this.#from.fill(-1);
    this.#hits.fill(0);
    for (const column of this.columns) column?.begin();
  }

  /** The first one stays. */
  put(value: number, from: number, to: number): void {
    if (this.has(value)) return;
    this.#from[value] = from;
    this.#to[value] = to;
  }

  forget(value: number): void {
    this.#from[value] = -1;
  }

  has(value: number): boolean {
    return (this.#from[value] ?? -1) >= 0;
  }

  from(value: number): number {
    return this.#from[value] ?? -1;
  }

  to(value: number): number {
    return this.#to[value] ?? -1;
  }

  hit(place: number): void {
    this.#hits[place] = 1;
  }

  isHit(place: number): boolean {
    return this.#hits[place] === 1;
  }
}
