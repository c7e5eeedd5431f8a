import type { ApiObject } from "./api-object.ts";

export interface Change {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly key: string;
  readonly revision: number;
  readonly object: ApiObject;
  readonly previous: ApiObject | undefined;
}

/** What etcd does for the API server: objects by key, one revision counter, and the past until it is compacted. */
export class Store {
  #revision = 1;
  /** Nothing before it is known. */
  #oldest = 1;
  readonly #objects = new Map<string, ApiObject>();
  #past: Change[] = [];
  readonly #listeners = new Set<(change: Change) => void>();

  get revision(): number {
    return this.#revision;
  }

  get oldest(): number {
    return this.#oldest;
  }

  get(key: string): ApiObject | undefined {
    return this.#objects.get(key);
  }

  put(key: string, object: ApiObject): ApiObject {
    const previous = this.#objects.get(key);
    const stored = this.#next(object);
    this.#objects.set(key, stored);
    this.#tell({ type: previous === undefined ? "ADDED" : "MODIFIED", key, object: stored, previous });
    return stored;
  }

  remove(key: string): void {
    const previous = this.#objects.get(key);
    if (previous === undefined) return;
    const last = this.#next(previous);
    this.#objects.delete(key);
    this.#tell({ type: "DELETED", key, object: last, previous });
  }

  /** Objects below a prefix by key, as they were at a revision that is not older than `oldest`. */
  under(prefix: string, revision = this.#revision): readonly (readonly [string, ApiObject])[] {
    const found = new Map([...this.#objects].filter(([key]) => key.startsWith(prefix)));
    for (const { key, previous } of this.since(revision, prefix).reverse()) {
      if (previous === undefined) found.delete(key);
      else found.set(key, previous);
    }
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  since(revision: number, prefix = ""): Change[] {
    return this.#past.filter((change) => change.revision > revision && change.key.startsWith(prefix));
  }

  compact(): void {
    this.#oldest = this.#revision;
    this.#past = [];
  }

  clear(): void {
    for (const key of [...this.#objects.keys()]) this.remove(key);
  }

  /** Returns what ends it. */
  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #next(object: ApiObject): ApiObject {
    this.#revision += 1;
    return { ...object, metadata: { ...object.metadata, resourceVersion: String(this.#revision) } };
  }

  #tell(change: Omit<Change, "revision">): void {
    const told = { ...change, revision: this.#revision };
    this.#past.push(told);
    for (const listener of this.#listeners) listener(told);
  }
}

/** Compare kubernetes/apiserver pkg/registry/generic/registry/store.go `NamespaceKeyFunc` (v1.36). */
export function prefixOf(
  kind: { readonly group: string; readonly plural: string },
  namespace?: string,
): string {
  const group = kind.group === "" ? "" : `/${kind.group}`;
  const inside = namespace === undefined ? "" : `/${namespace}`;
  return `/registry${group}/${kind.plural}${inside}/`;
}

export function keyOf(
  kind: { readonly group: string; readonly plural: string },
  place: { readonly name: string; readonly namespace?: string | undefined },
): string {
  return `${prefixOf(kind, place.namespace)}${place.name}`;
}
