import type { KubeObject } from "../model/index.ts";

/** A shorter answer is as soon found again; a longer one would keep too much in memory. */
const shortest = 8;
const longest = 5000;
/** So many objects are kept in all. */
const most = 6000;

/** Long answers that were given lately: the same few questions are asked about every object of a cluster. */
export class Answers {
  readonly #known = new Map<unknown, Map<string, readonly KubeObject[]>>();
  #objects = 0;

  get(question: unknown, key: string, answer: () => readonly KubeObject[]): readonly KubeObject[] {
    const before = this.#known.get(question)?.get(key);
    if (before !== undefined) return before;
    const objects = answer();
    if (objects.length >= shortest && objects.length <= longest) this.#keep(question, key, objects);
    return objects;
  }

  #keep(question: unknown, key: string, objects: readonly KubeObject[]): void {
    if (this.#objects + objects.length > most) {
      this.#known.clear();
      this.#objects = 0;
    }
    const answers = this.#known.get(question) ?? new Map<string, readonly KubeObject[]>();
    this.#known.set(question, answers.set(key, objects));
    this.#objects += objects.length;
  }
}
