import type { AnyObject, Resource } from "../kubernetes/index.ts";
import { isRecord, kindNamed, own } from "../kubernetes/index.ts";

/**
 * Objects of a kind about which more is asked than about the others of that kind. Of the others a store need not even
 * make the objects. It is data, so that a store can tell the part from the rest while it reads.
 */
export interface Part {
  readonly name: string;
  /** Objects of other kinds are in every part. */
  readonly on: readonly Resource[];
  /** What one of these holds of is in the part. */
  readonly any: readonly [FieldTest, ...FieldTest[]];
}

/** Fields from the object down. Lists on the way are gone through: what any of their elements has there, is there. */
export type Path = readonly string[];

/** Asks for the values at a path; an empty list has none. Only texts are compared. */
export type FieldTest = { readonly path: Path } & (
  | { readonly is: "set" | "absent" }
  /** `one of`: some value is among these; `none of`: no value is; `other than`: some value is not. */
  | { readonly is: "one of" | "none of" | "other than"; readonly values: readonly string[] }
  /** Some value begins with one of these. */
  | { readonly is: "beginning with"; readonly values: readonly string[] }
  /** The first value is not the same as the first at the other path; one that is missing is like one that is missing. */
  | { readonly is: "unlike"; readonly other: Path }
);

export function isInPart(part: Part, object: AnyObject): boolean {
  const resource = kindNamed(object.apiVersion, object.kind)?.resource;
  if (resource === undefined || !part.on.includes(resource)) return true;
  return part.any.some((test) => holds(test, object));
}

function holds(test: FieldTest, object: AnyObject): boolean {
  const { path } = test;
  switch (test.is) {
    case "set":
      return someAt(object, path, () => true);
    case "absent":
      return !someAt(object, path, () => true);
    case "one of":
      return someAt(object, path, (value) => isAmong(test.values, value));
    case "none of":
      return !someAt(object, path, (value) => isAmong(test.values, value));
    case "other than":
      return someAt(object, path, (value) => !isAmong(test.values, value));
    case "beginning with":
      return someAt(object, path, (value) => test.values.some((start) => String(value).startsWith(start)));
    case "unlike":
      return firstAt(object, path) !== firstAt(object, test.other);
  }
}

function isAmong(values: readonly string[], value: unknown): boolean {
  return values.some((each) => each === value);
}

function firstAt(object: AnyObject, path: Path): unknown {
  let first: unknown;
  someAt(object, path, (value) => {
    first = value;
    return true;
  });
  return first;
}

function someAt(value: unknown, path: Path, isMeant: (value: unknown) => boolean, at = 0): boolean {
  if (value === undefined) return false;
  if (Array.isArray(value)) return value.some((element) => someAt(element, path, isMeant, at));
  const field = path[at];
  if (field === undefined) return isMeant(value);
  return isRecord(value) && someAt(own(value, field), path, isMeant, at + 1);
}

/**
 * Where a store notes which objects of a kind have the same values: few of them are different, of many objects, and whole
 * questions depend on nothing else. A map is noted as a whole.
 */
export const notedLikenesses: { readonly [R in Resource]?: readonly Path[] } = {
  "v1/persistentvolumes": [
    ["metadata", "finalizers"],
    ["metadata", "annotations"],
    ["spec", "csi", "driver"],
    ["spec", "nodeAffinity"],
  ],
  "storage.k8s.io/v1/volumeattachments": [["metadata", "finalizers"]],
};

/** Is what objects have at all of these paths the same where what was noted is? */
export function isNoted(paths: readonly Path[], noted: readonly Path[]): boolean {
  return paths.every((path) => noted.some((above) => above.every((field, at) => field === path[at])));
}
