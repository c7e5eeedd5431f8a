import type { Leaf, Shape } from "../../kubernetes/index.ts";
import { isListShape, isRecord, own } from "../../kubernetes/index.ts";

/** A value that is not what its shape says. `path` leads to it, as in `spec.volumes[2].name`. */
export class Misfit extends Error {
  readonly path: string;

  constructor(path: string, problem: string) {
    super(path === "" ? problem : `${path} ${problem}`);
    this.path = path;
  }
}

/** The fields and positions passed on the way down, for the path of a `Misfit`. */
type Trail = (string | number)[];

/** Copies what the shape names; `undefined` where the value says nothing. Throws a `Misfit`. */
export type Reader = (value: unknown, trail: Trail) => unknown;

/** What is done with fields that the shape does not name. */
type Others = "pass over" | "refuse";

/** Made once for each kind, since it then runs over every object of a cluster. Its recursion ends where the shape ends. */
export function readerOf(shape: Shape, others: Others = "pass over"): Reader {
  if (typeof shape === "string") return leafReader(shape);
  if (isListShape(shape)) return listReader(readerOf(shape[0], others));
  const values = shape["*"];
  if (values !== undefined) return mapReader(readerOf(values, others));
  return fieldsReader(
    Object.entries(shape).map(([field, inner]) => [field, readerOf(inner, others)]),
    others,
  );
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function leafReader(leaf: Leaf): Reader {
  switch (leaf) {
    case "text":
      return text;
    case "quantity":
      return quantity;
    case "integer":
      return checked("a whole number", Number.isSafeInteger);
    case "flag":
      return checked("true or false", (value) => typeof value === "boolean");
    case "present":
      return (value) => (isAbsent(value) ? undefined : true);
  }
}

/**
 * A manifest may give a quantity as a number, such as `storage: 1000000`; a server always writes text.
 * kubernetes/kubernetes staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go UnmarshalJSON, 1.36.
 */
function quantity(value: unknown, trail: Trail): unknown {
  return text(typeof value === "number" && Number.isFinite(value) ? String(value) : value, trail);
}

const text = checked("a string", (value) => typeof value === "string");

function checked(expected: string, fits: (value: unknown) => boolean): Reader {
  return (value, trail) => {
    if (isAbsent(value)) return undefined;
    if (!fits(value)) throw misfit(trail, expected, value);
    // JSON can say -0, which YAML would write as a fraction.
    return value === 0 ? 0 : value;
  };
}

function listReader(item: Reader): Reader {
  return (value, trail) => {
    if (isAbsent(value)) return undefined;
    if (!Array.isArray(value)) throw misfit(trail, "a list", value);
    return value.map((entry: unknown, position) => {
      trail.push(position);
      const read = item(entry, trail);
      if (read === undefined) throw misfit(trail, "a value", entry);
      trail.pop();
      return read;
    });
  };
}

function mapReader(entry: Reader): Reader {
  return (value, trail) => {
    if (isAbsent(value)) return undefined;
    if (!isRecord(value)) throw misfit(trail, "a map", value);
    const map: { [key: string]: unknown } = Object.create(null);
    for (const key of Object.keys(value)) {
      trail.push(key);
      const read = entry(value[key], trail);
      if (read !== undefined) map[key] = read;
      trail.pop();
    }
    return map;
  };
}

function fieldsReader(fields: readonly (readonly [string, Reader])[], others: Others): Reader {
  return (value, trail) => {
    if (isAbsent(value)) return undefined;
    if (!isRecord(value)) throw misfit(trail, "an object", value);
    if (others === "refuse") refuseStrangers(value, fields, trail);
    const object: { [field: string]: unknown } = {};
    for (const [field, reader] of fields) {
      trail.push(field);
      const read = reader(own(value, field), trail);
      if (read !== undefined) object[field] = read;
      trail.pop();
    }
    return object;
  };
}

function refuseStrangers(value: object, fields: readonly (readonly [string, Reader])[], trail: Trail): void {
  const known = fields.map(([field]) => field);
  const stranger = Object.keys(value).find((field) => !known.includes(field));
  if (stranger !== undefined)
    throw new Misfit(pathOf([...trail, stranger]), `is not a field here; there are ${known.join(", ")}`);
}

function misfit(trail: Trail, expected: string, value: unknown): Misfit {
  return new Misfit(pathOf(trail), `must be ${expected}, not ${nameOf(value)}`);
}

function pathOf(trail: Trail): string {
  return trail.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`),
    "",
  );
}

function nameOf(value: unknown): string {
  if (isAbsent(value)) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "boolean") return "true or false";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
