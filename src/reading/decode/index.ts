import type { ObjectIn, Resource } from "../../kubernetes/index.ts";
import {
  apiVersionOf,
  isRecord,
  kindNamed,
  kindOf,
  own,
  wholeShapeOf,
  withArticle,
} from "../../kubernetes/index.ts";
import type { Reader } from "./shape.ts";
import { Misfit, readerOf } from "./shape.ts";

export type Decoded<R extends Resource> =
  | { readonly ok: true; readonly object: ObjectIn<R> }
  /** `reason` can quote the value: untrusted. */
  | { readonly ok: false; readonly reason: string };

/** What an item of a typed list leaves out, because the list says it. */
export interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

const readers = new Map<Resource, Reader>();

/**
 * The object of this kind that an untrusted value is: only the fields that the kind's shape names, each of its type.
 * A value with one field of a wrong type is refused whole, since what is missing from an object can make it look safe.
 */
export function decode<R extends Resource>(resource: R, value: unknown, implied?: TypeMeta): Decoded<R> {
  try {
    if (!isRecord(value)) throw new Misfit("", "it is not an object");
    const type = typeOf(resource, value, implied);
    return complete(resource, type, readerFor(resource)(value, []));
  } catch (problem) {
    return refused(problem);
  }
}

/** The object of these fields, which a reader for the kind's shape has read, if it says what every object says. */
export function complete<R extends Resource>(resource: R, type: TypeMeta, fields: unknown): Decoded<R> {
  try {
    const { apiVersion, kind } = type;
    if (!isRecord(fields)) throw new Misfit("", "it is not an object");
    const object = { apiVersion, kind, ...fields, metadata: named(resource, fields) };
    // The reader was made from the shape that ObjectIn<R> is made from.
    return { ok: true, object: object as ObjectIn<R> };
  } catch (problem) {
    return refused(problem);
  }
}

function refused(problem: unknown): { readonly ok: false; readonly reason: string } {
  if (problem instanceof Misfit) return { ok: false, reason: problem.message };
  throw problem;
}

function typeOf(
  resource: Resource,
  value: { readonly [key: string]: unknown },
  implied: TypeMeta | undefined,
): TypeMeta {
  const apiVersion = own(value, "apiVersion") ?? undefined;
  const kind = own(value, "kind") ?? undefined;
  const definition = kindOf(resource);
  if (apiVersion === undefined && kind === undefined) {
    return {
      apiVersion: implied?.apiVersion ?? apiVersionOf(resource),
      kind: implied?.kind ?? definition.kind,
    };
  }
  if (typeof apiVersion !== "string") throw new Misfit("apiVersion", "must be a string");
  if (typeof kind !== "string") throw new Misfit("kind", "must be a string");
  if (kindNamed(apiVersion, kind) !== definition) {
    throw new Misfit("", `it is a ${apiVersion} ${kind}, not a ${definition.kind}`);
  }
  return { apiVersion, kind };
}

/** The metadata, if it says what every object's says. */
function named(resource: Resource, { metadata }: { readonly [key: string]: unknown }): object {
  if (!isRecord(metadata)) throw new Misfit("metadata", "is missing");
  if (isEmpty(metadata.name)) throw new Misfit("metadata.name", "is missing");
  if (isEmpty(metadata.uid)) throw new Misfit("metadata.uid", "is missing");
  return inScope(resource, metadata);
}

function inScope(resource: Resource, metadata: { readonly [key: string]: unknown }): object {
  const { namespace, ...others } = metadata;
  const { namespaced, kind } = kindOf(resource);
  if (namespaced === isEmpty(namespace)) {
    throw new Misfit(
      "metadata.namespace",
      namespaced ? "is missing" : `is set, and ${withArticle(kind)} has no namespace`,
    );
  }
  return namespaced ? metadata : others;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === "";
}

function readerFor(resource: Resource): Reader {
  const known = readers.get(resource);
  if (known !== undefined) return known;
  const made = readerOf(wholeShapeOf(kindOf(resource)));
  readers.set(resource, made);
  return made;
}
