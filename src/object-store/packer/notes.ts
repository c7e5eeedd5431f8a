import { cleared } from "./dictionary";

/** What is noted of the item that is being packed: where some of its values are in its message, and what they are. */
@unmanaged
export class Notes {
  /** Where values begin and end; 0 where there is none. */
  from: usize;
  to: usize;
  hits: usize;
  values: i32;
  hitCount: i32;

  constructor(values: i32, hits: i32) {
    this.from = cleared(values);
    this.to = cleared(values);
    this.hits = heap.alloc(hits);
    this.values = values;
    this.hitCount = hits;
  }

  begin(): void {
    memory.fill(this.from, 0, this.values << 2);
    memory.fill(this.hits, 0, this.hitCount);
  }

  /** The first one stays. */
  @inline
  put(value: i32, from: usize, to: usize): void {
    const place = value << 2;
    if (load<usize>(this.from + place) != 0) return;
    store<usize>(this.from + place, from);
    store<usize>(this.to + place, to);
  }

  forget(value: i32): void {
    store<usize>(this.from + (value << 2), 0);
  }

  @inline
  has(value: i32): bool {
    return load<usize>(this.from + (value << 2)) != 0;
  }

  @inline
  fromOf(value: i32): usize {
    return load<usize>(this.from + (value << 2));
  }

  @inline
  toOf(value: i32): usize {
    return load<usize>(this.to + (value << 2));
  }

  @inline
  hit(place: i32): void {
    store<u8>(this.hits + place, 1);
  }

  @inline
  isHit(place: i32): bool {
    return load<u8>(this.hits + place) == 1;
  }

  free(): void {
    heap.free(this.from);
    heap.free(this.to);
    heap.free(this.hits);
    heap.free(changetype<usize>(this));
  }
}
