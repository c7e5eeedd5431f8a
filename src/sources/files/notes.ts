import { withArticle } from "../../model/index.ts";

/** Counts what was passed over, with the first reason of each kind, so that a hostile file makes few lines. */
export class Notes {
  readonly #file: string;
  readonly #byKind = new Map<string, { count: number; readonly first: string }>();

  constructor(file: string) {
    this.#file = file;
  }

  add(kind: string, line: number, reason: string): void {
    const known = this.#byKind.get(kind);
    if (known === undefined) this.#byKind.set(kind, { count: 1, first: `line ${line}: ${reason}` });
    else known.count += 1;
  }

  lines(): readonly string[] {
    return [...this.#byKind].map(([kind, { count, first }]) => {
      const others = count === 1 ? "" : `, and ${count - 1} more`;
      return `${this.#file}: skipped ${withArticle(kind)} (${first})${others}`;
    });
  }
}
