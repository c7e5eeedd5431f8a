/** A field of a kubeconfig that is not of the type that Kubernetes gives it. `path` leads to it. */
export class FieldError extends Error {
  readonly path: string;
  readonly problem: string;

  constructor(path: string, problem: string) {
    super(`${path} ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}

/** Reads the fields of an untrusted map, each with the type that it must have. An absent field is `undefined`. */
export class Fields {
  readonly #record: object;
  readonly path: string;

  constructor(value: unknown, path: string) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new FieldError(path === "" ? "the file" : path, "must be a map");
    }
    this.#record = value;
    this.path = path;
  }

  /** Kubernetes does not tell an empty string from an absent one. */
  text(name: string): string | undefined {
    const value = this.get(name);
    if (value === undefined || value === "") return undefined;
    if (typeof value !== "string") {
      throw new FieldError(this.pathOf(name), `must be a string, not ${typeof value} (put it in quotes)`);
    }
    return value;
  }

  flag(name: string): boolean {
    const value = this.get(name) ?? false;
    if (typeof value !== "boolean") throw new FieldError(this.pathOf(name), "must be true or false");
    return value;
  }

  fields(name: string): Fields | undefined {
    const value = this.get(name);
    return value === undefined ? undefined : new Fields(value, this.pathOf(name));
  }

  items(name: string): readonly Fields[] {
    return this.list(name).map((item, position) => new Fields(item, `${this.pathOf(name)}[${position}]`));
  }

  texts(name: string): readonly string[] {
    return this.list(name).map((item, position) => {
      if (typeof item === "string") return item;
      throw new FieldError(`${this.pathOf(name)}[${position}]`, "must be a string");
    });
  }

  keys(): readonly string[] {
    return Object.keys(this.#record);
  }

  /** The value as it stands. `null` counts as absent. */
  get(name: string): unknown {
    const entry = Object.getOwnPropertyDescriptor(this.#record, name);
    return entry?.value ?? undefined;
  }

  pathOf(name: string): string {
    return this.path === "" ? name : `${this.path}.${name}`;
  }

  private list(name: string): readonly unknown[] {
    const value = this.get(name) ?? [];
    if (!Array.isArray(value)) throw new FieldError(this.pathOf(name), "must be a list");
    return value;
  }
}
