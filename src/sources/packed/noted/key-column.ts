import { type NotedKeys, Numbers } from "../../../model/index.ts";

/** The keys that one recipe makes of the items, object after object. */
export class KeyColumn implements NotedKeys {
  readonly #hashes = new Numbers();
  readonly #checks = new Numbers();
  /** Twice the position, and one more where the object must be asked. */
  readonly #entries = new Numbers();
  #settled = 0;
  #position = 0;
  #isOpen = false;

  get length(): number {
    return this.#settled;
  }

  get bytes(): number {
    return this.#hashes.bytes + this.#checks.bytes + this.#entries.bytes;
  }

  position(entry: number): number {
    return this.#entries.at(entry) >>> 1;
  }

  hash(entry: number): number {
    return this.#hashes.at(entry);
  }

  check(entry: number): number {
    return this.#checks.at(entry);
  }

  isOpen(entry: number): boolean {
    return (this.#entries.at(entry) & 1) === 1;
  }

  /** What was noted of an item that was not taken is forgotten. */
  begin(position: number): void {
    this.#position = position;
    this.#isOpen = false;
    this.#truncate();
  }

  /** A key of the object at hand. */
  add(hash: number, check: number): void {
    for (let entry = this.#settled; entry < this.#hashes.length; entry++)
      if (this.#hashes.at(entry) === hash && this.#checks.at(entry) === check) return;
    this.#push(hash, check, this.#position * 2);
  }

  /** The object at hand must be asked. */
  open(): void {
    this.#isOpen = true;
  }

  /** The object at hand has none. */
  drop(): void {
    this.#isOpen = false;
    this.#truncate();
  }

  /** The object at hand is taken. */
  settle(): void {
    if (this.#isOpen) {
      this.#truncate();
      this.#push(0, 0, this.#position * 2 + 1);
    }
    this.#settled = this.#hashes.length;
  }

  #push(hash: number, check: number, entry: number): void {
    this.#hashes.push(hash);
    this.#checks.push(check);
    this.#entries.push(entry);
  }

  #truncate(): void {
    this.#hashes.length = this.#checks.length = this.#entries.length = this.#settled;
  }
}
