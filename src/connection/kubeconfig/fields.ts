import {
  boolYaml11Tag,
  floatYaml11Tag,
  intYaml11Tag,
  load,
  mapTag,
  mergeTag,
  nullYaml11Tag,
  Schema,
  seqTag,
  strTag,
  YAMLException,
} from "js-yaml";

/** A text that is not what it should be. The message quotes nothing of it but names: it can hold secrets. */
export class Malformed extends Error {}

/** Reads the fields of an untrusted map, each with the type that it must have. An absent field is `undefined`. */
export class Fields {
  readonly #record: object;
  readonly #path: string;

  constructor(value: unknown, path: string) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new Malformed(`${path === "" ? "the file" : path} must be a map`);
    }
    this.#record = value;
    this.#path = path;
  }

  /** Kubernetes does not tell an empty string from an absent one. */
  text(name: string): string | undefined {
    const value = this.get(name);
    if (value === undefined || value === "") return undefined;
    if (typeof value === "string") return value;
    throw this.malformed(name, `must be a string, not ${typeof value} (put it in quotes)`);
  }

  flag(name: string): boolean {
    const value = this.get(name) ?? false;
    if (typeof value === "boolean") return value;
    throw this.malformed(name, "must be true or false");
  }

  fields(name: string): Fields | undefined {
    const value = this.get(name);
    return value === undefined ? undefined : new Fields(value, this.#pathOf(name));
  }

  items(name: string): readonly Fields[] {
    return this.#list(name).map((item, position) => new Fields(item, `${this.#pathOf(name)}[${position}]`));
  }

  texts(name: string): readonly string[] {
    return this.#list(name).map((item, position) => {
      if (typeof item === "string") return item;
      throw this.malformed(`${name}[${position}]`, "must be a string");
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

  malformed(name: string, problem: string): Malformed {
    return new Malformed(`${this.#pathOf(name)} ${problem}`);
  }

  #pathOf(name: string): string {
    return this.#path === "" ? name : `${this.#path}.${name}`;
  }

  #list(name: string): readonly unknown[] {
    const value = this.get(name) ?? [];
    if (Array.isArray(value)) return value;
    throw this.malformed(name, "must be a list");
  }
}

/**
 * YAML as kubectl reads it: version 1.1, so that `y` and `no` are booleans and must be quoted to be names, and the
 * last of two equal keys counts. Dates stay strings, as they do in Go.
 */
const schema = new Schema([
  strTag,
  seqTag,
  mapTag,
  mergeTag,
  nullYaml11Tag,
  boolYaml11Tag,
  intYaml11Tag,
  floatYaml11Tag,
]);

/** An empty text is `undefined`. */
export function parseYaml(text: string): unknown {
  if (isBlank(text)) return undefined;
  try {
    return load(text, { schema, json: true, maxAliases: 100 });
  } catch (problem) {
    throw new Malformed(describe(problem));
  }
}

function isBlank(text: string): boolean {
  return text.split("\n").every((line) => /^\s*(#.*|---)?\s*$/.test(line));
}

function describe(problem: unknown): string {
  if (!(problem instanceof YAMLException)) return "the text cannot be read as YAML";
  const { reason, mark } = problem;
  return mark ? `line ${mark.line + 1}, column ${mark.column + 1}: ${reason}` : reason;
}
