import { join, type Phrase, say, words } from "../../model/index.ts";
import { Failure } from "../failure.ts";
import { nearest } from "../nearest.ts";

type Raw = { readonly [name: string]: unknown };

/** One record of a document from outside. What does not fit is refused, with its place. */
export class Fields {
  readonly #raw: Raw;
  readonly #path: string;
  readonly #file: string;

  constructor(raw: unknown, file: string, path = "") {
    this.#file = file;
    this.#path = path;
    if (!isRecord(raw)) throw this.refused("", words("must be a map"));
    this.#raw = raw;
  }

  /** Refuses every field but these: a misspelled one must not be passed over. */
  allow(names: readonly string[]): this {
    const stranger = Object.keys(this.#raw).find((name) => !names.includes(name));
    if (stranger === undefined) return this;
    const [meant] = nearest(stranger, names);
    const hint = meant === undefined ? [] : words(`; did you mean ${meant}?`);
    throw this.refused(stranger, say`is not a known field${hint}`);
  }

  text(name: string): string | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    if (typeof value !== "string") throw this.refused(name, words("must be a string"));
    return value;
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined || value === "") throw this.refused(name, words("is missing"));
    return value;
  }

  /** One of these texts. */
  oneOf<V extends string>(name: string, values: readonly V[]): V {
    const value = this.required(name);
    const found = values.find((each) => each === value);
    if (found !== undefined) return found;
    const [meant] = nearest(value, values);
    const hint = meant === undefined ? [] : words(`; did you mean ${meant}?`);
    throw this.refused(name, say`must be one of ${listed(values)}, not "${value}"${hint}`);
  }

  texts(name: string): readonly string[] {
    return this.#list(name).map((value, position) => {
      if (typeof value !== "string") throw this.refused(`${name}[${position}]`, words("must be a string"));
      return value;
    });
  }

  records(name: string): readonly Fields[] {
    return this.#list(name).map(
      (value, position) => new Fields(value, this.#file, this.#at(`${name}[${position}]`)),
    );
  }

  record(name: string): Fields | undefined {
    const value = this.#value(name);
    return value === undefined ? undefined : new Fields(value, this.#file, this.#at(name));
  }

  refused(name: string, problem: Phrase): Failure {
    const place = this.#at(name);
    const where = place === "" ? [] : say`${place} `;
    return new Failure("usage", say`error: ${this.#file}: ${where}${problem}`);
  }

  #value(name: string): unknown {
    const value = Object.hasOwn(this.#raw, name) ? this.#raw[name] : undefined;
    return value === null ? undefined : value;
  }

  #list(name: string): readonly unknown[] {
    const value = this.#value(name);
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.refused(name, words("must be a list"));
    return value;
  }

  #at(name: string): string {
    if (this.#path === "" || name === "") return `${this.#path}${name}`;
    return `${this.#path}.${name}`;
  }
}

function isRecord(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listed(values: readonly string[]): Phrase {
  return join(
    values.map((value) => words(value)),
    ", ",
  );
}
