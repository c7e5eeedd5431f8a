import { Bytes, discard } from "./bytes";

/** Instead of how many keys an object has: it must be asked for them. */
const mustBeAsked: i32 = 255;

/** The keys that one recipe makes of the items of a page: for each item how many, and of each key both hashes. */
@unmanaged
export class KeyColumn {
  counts: Bytes = new Bytes();
  hashes: Bytes = new Bytes();
  checks: Bytes = new Bytes();
  /** How many bytes of hashes there were before those of the object at hand. */
  before: i32 = 0;
  isOpen: bool = false;

  column(at: i32): Bytes {
    if (at == 0) return this.counts;
    return at == 1 ? this.hashes : this.checks;
  }

  /** Begins another page. */
  clear(): void {
    this.counts.length = this.hashes.length = this.checks.length = this.before = 0;
    this.isOpen = false;
  }

  /** Begins an object; what was noted of one that was not taken is forgotten. */
  begin(): void {
    this.isOpen = false;
    this.hashes.length = this.checks.length = this.before;
  }

  add(hash: i32, check: i32): void {
    for (let at: usize = this.before; at < <usize>this.hashes.length; at += 4)
      if (load<i32>(this.hashes.start + at) == hash && load<i32>(this.checks.start + at) == check) return;
    this.hashes.word(hash);
    this.checks.word(check);
  }

  /** The object must be asked. */
  open(): void {
    this.isOpen = true;
  }

  /** The object is taken. */
  settle(): void {
    const count = (this.hashes.length - this.before) >> 2;
    const isOpen = this.isOpen || count >= mustBeAsked;
    if (isOpen) this.begin();
    this.counts.byte(isOpen ? mustBeAsked : count);
    this.before = this.hashes.length;
  }

  free(): void {
    discard(this.counts);
    discard(this.hashes);
    discard(this.checks);
    heap.free(changetype<usize>(this));
  }
}
