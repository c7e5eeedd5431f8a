import type { Phrase } from "../../kubernetes/index.ts";
import { instant, isRecord, join, kindOf, kinds, say, secondsIn, words } from "../../kubernetes/index.ts";
import { severities } from "../../report/index.ts";
import { resourceNamed } from "../arguments/resource-type.ts";
import { Failure } from "../failure.ts";
import { nearest } from "../nearest.ts";
import type { Threshold } from "./threshold.ts";

/** What a person decided to ignore. A part that is absent matches everything; names can hold `*` and `?`. */
export interface IgnoreEntry {
  /** Code or name of a rule. */
  readonly code: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly reason: string;
  readonly until?: string;
}

/** The file that `--config` names. Flags outweigh it. */
export interface AuditConfig {
  readonly rules: readonly string[];
  readonly skip: readonly string[];
  readonly ignore: readonly IgnoreEntry[];
  readonly olderThan?: string;
  readonly failOn?: Threshold;
}

export const noConfig: AuditConfig = { rules: [], skip: [], ignore: [] };

const version = "pvguard.dev/v1alpha1";

export function auditConfig(document: unknown, file: string): AuditConfig {
  const fields = new Fields(document, file);
  requireType(fields, "AuditConfig");
  fields.allow(["apiVersion", "kind", "rules", "skip", "ignore", "olderThan", "failOn"]);
  const olderThan = fields.text("olderThan");
  if (olderThan !== undefined && secondsIn(olderThan) === undefined)
    throw fields.refused("olderThan", say`must be a duration such as 30s, 5m, 2h or 7d, not "${olderThan}"`);
  return {
    rules: fields.texts("rules"),
    skip: fields.texts("skip"),
    ignore: fields.records("ignore").map(ignoreEntry),
    ...(olderThan === undefined ? {} : { olderThan }),
    ...(fields.text("failOn") === undefined
      ? {}
      : { failOn: fields.oneOf<Threshold>("failOn", [...severities, "never"]) }),
  };
}

/** Refuses a document of another kind or another version, and says which one this is. */
export function requireType(fields: Fields, kind: string): void {
  const found = fields.text("apiVersion");
  if (found === undefined)
    throw fields.refused("apiVersion", words(`is missing: must be ${version}, with kind ${kind}`));
  if (found !== version)
    throw fields.refused(
      "apiVersion",
      say`is ${found}, but this version of pvguard reads only ${words(version)}`,
    );
  if (fields.text("kind") !== kind)
    throw fields.refused("kind", say`must be ${words(kind)}, not "${fields.text("kind") ?? ""}"`);
}

function ignoreEntry(fields: Fields): IgnoreEntry {
  fields.allow(["code", "kind", "namespace", "name", "reason", "until"]);
  const until = fields.text("until");
  if (until !== undefined && endOf(until) === undefined) {
    throw fields.refused(
      "until",
      say`must be a date such as 2027-01-31, or a time in RFC 3339, not "${until}"`,
    );
  }
  const kind = fields.text("kind");
  const namespace = fields.text("namespace");
  const name = fields.text("name");
  return {
    code: fields.required("code"),
    reason: fields.required("reason"),
    ...(kind === undefined ? {} : { kind: kindIn(kind, fields) }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
    ...(until === undefined ? {} : { until }),
  };
}

function kindIn(text: string, fields: Fields): string {
  const resource = resourceNamed(text);
  if (resource !== undefined) return kindOf(resource).kind;
  const [meant] = nearest(
    text,
    kinds.map(({ kind }) => kind),
  );
  const hint = meant === undefined ? [] : words(`; did you mean ${meant}?`);
  throw fields.refused("kind", say`is unknown: "${text}"${hint}`);
}

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

function listed(values: readonly string[]): Phrase {
  return join(
    values.map((value) => words(value)),
    ", ",
  );
}

const day = 24 * 60 * 60 * 1000;

/**
 * The end of what `2027-01-31` or `2027-01-31T12:00:00Z` names, in milliseconds since the epoch: a day counts to its
 * end, in UTC. `undefined` for anything else.
 */
export function endOf(text: string): number | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    const start = instant(`${text}T00:00:00Z`);
    // JavaScript takes the 31st of a shorter month for a day of the next.
    const isReal = start !== undefined && new Date(start).toISOString().startsWith(text);
    return isReal ? start + day : undefined;
  }
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) ? instant(text) : undefined;
}
