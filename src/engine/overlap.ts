/** Readings may overlap: an object that two of them hold counts once, as the later one saw it, where it first stood. */
export class Overlap {
  readonly #void = new Set<number>();
  readonly #placeOf = new Map<number, number>();
  readonly #standsAt = new Map<number, number>();

  /** What is there is no longer so. */
  remove(position: number): void {
    this.#void.add(position);
  }

  replace(earlier: number, later: number): void {
    const place = this.placeOf(earlier);
    this.#void.add(earlier);
    this.#placeOf.delete(earlier);
    this.#placeOf.set(later, place);
    this.#standsAt.set(place, later);
  }

  isVoid(position: number): boolean {
    return this.#void.has(position);
  }

  placeOf(position: number): number {
    return this.#placeOf.get(position) ?? position;
  }

  /** The position whose object stands at a place; `undefined` for none. */
  at(place: number): number | undefined {
    if (this.isEmpty) return place;
    const position = this.#standsAt.get(place);
    if (position !== undefined) return position;
    return this.#void.has(place) || this.#placeOf.has(place) ? undefined : place;
  }

  get isEmpty(): boolean {
    return this.#void.size === 0;
  }

  inOrder(positions: readonly number[]): readonly number[] {
    if (this.isEmpty) return positions;
    return positions
      .filter((position) => !this.isVoid(position))
      .sort((a, b) => this.placeOf(a) - this.placeOf(b));
  }
}
