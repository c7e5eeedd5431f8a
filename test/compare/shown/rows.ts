/** What each cell of the comparison claims, on clusters that have the thing. */
export interface Shown {
  /** A command of the cell, with real names in place of `NAME`, `FINALIZER` and `FILE`. */
  readonly line: string;
  /** A scenario; unless given, the bundled example. */
  readonly in?: string;
  readonly says: readonly RegExp[];
  readonly never?: readonly RegExp[];
  readonly exits?: number;
}

export type Rows = Readonly<Record<string, readonly Shown[]>>;
