import { keyOf } from "./key.ts";

/** The fields of metadata that pvguard reads, of every kind. */
export const metadataShape = {
  name: "text",
  namespace: "text",
  uid: "text",
  resourceVersion: "text",
  generation: "integer",
  creationTimestamp: "text",
  deletionTimestamp: "text",
  deletionGracePeriodSeconds: "integer",
  finalizers: ["text"],
  labels: { "*": "text" },
  annotations: { "*": "text" },
  ownerReferences: [
    {
      apiVersion: "text",
      kind: "text",
      name: "text",
      uid: "text",
      controller: "flag",
      blockOwnerDeletion: "flag",
    },
  ],
  managedFields: [
    {
      manager: "text",
      operation: "text",
      time: "text",
      subresource: "text",
      fieldsV1: {
        "f:metadata": {
          "f:finalizers": { "*": "present" },
          "f:annotations": { "f:pv.kubernetes.io/bind-completed": "present" },
        },
      },
    },
  ],
} as const;

type MetadataFields = Shaped<typeof metadataShape>;

export type ObjectMeta = Omit<MetadataFields, "name" | "uid"> & {
  readonly name: string;
  readonly uid: string;
};

export type OwnerReference = NonNullable<MetadataFields["ownerReferences"]>[number];

/** What is read of an object of any kind, also of a kind that pvguard does not know. */
export interface AnyObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

/** Points at an object that may or may not exist. */
export interface ObjectRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
}

/** An object that was seen: this very one, by its uid. */
export type SeenRef = ObjectRef & { readonly uid: string };

/** What points at something already is given back. */
export function refOf(object: AnyObject | ObjectRef): ObjectRef {
  if (!("metadata" in object)) return object;
  const { apiVersion, kind, metadata } = object;
  const { name, namespace, uid } = metadata;
  if (isOnlyNamed(object)) return { apiVersion, kind, name };
  return namespace === undefined
    ? { apiVersion, kind, name, uid }
    : { apiVersion, kind, name, namespace, uid };
}

/** A node or a StorageClass that does not exist, and that other objects name. Every object that was read has a uid. */
export function isOnlyNamed({ metadata }: AnyObject): boolean {
  return metadata.uid === "";
}

/** The very object, so that another one of its name is told apart. */
export function seenRefOf({ apiVersion, kind, metadata }: AnyObject): SeenRef {
  const { name, namespace, uid } = metadata;
  return { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }), uid };
}

/** Identity by kind, namespace and name: equal for two objects that had the same name one after the other. */
export function nameKey(ref: ObjectRef): string {
  return keyOf(groupOf(ref.apiVersion), ref.kind, ref.namespace ?? "", ref.name);
}

/** `apps` for `apps/v1`, the empty string for the core group. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf("/");
  return slash < 0 ? "" : apiVersion.slice(0, slash);
}

export function isTerminating(object: AnyObject): boolean {
  return object.metadata.deletionTimestamp !== undefined;
}

export function hasFinalizer(object: AnyObject, finalizer: string): boolean {
  return object.metadata.finalizers?.includes(finalizer) ?? false;
}

/** The annotations that pvguard reads from an object: any, unless its kind lists its own. */
type AnnotationOf<O extends AnyObject> = keyof NonNullable<O["metadata"]["annotations"]> & string;

export function annotationOf<O extends AnyObject>(object: O, key: AnnotationOf<O>): string | undefined {
  return ownValue(object.metadata.annotations, key);
}

export function labelOf(object: AnyObject, key: string): string | undefined {
  return ownValue(object.metadata.labels, key);
}

/** Most objects lack most keys, and a missing key needs no second check. */
function ownValue(
  texts: { readonly [key: string]: string | undefined } | undefined,
  key: string,
): string | undefined {
  const value = texts?.[key];
  return value !== undefined && texts !== undefined && Object.hasOwn(texts, key) ? value : undefined;
}

/** The owner reference with `controller: true`, if there is one. */
export function controllerOf(object: AnyObject): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((owner) => owner.controller === true);
}

/** By name alone: another object can have it by now. */
export function controllerRef(object: AnyObject): ObjectRef | undefined {
  const { apiVersion = "", kind, name } = controllerOf(object) ?? {};
  if (kind === undefined || name === undefined) return undefined;
  const { namespace } = object.metadata;
  return { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
}

/**
 * A shape names the fields of a Kubernetes kind that pvguard reads. The TypeScript type of the kind, the check of
 * untrusted input and the allow-list of a snapshot are all derived from it, so that they can never disagree.
 *
 * A leaf is a word; `[S]` is a list of S; `{ "*": S }` is a map with free keys; any other object names its fields.
 * Every field is optional, as it is in the API.
 */
export type Shape = Leaf | readonly [Shape] | { readonly [field: string]: Shape };

/** `Array.isArray` does not know a list that is only read. */
export function isListShape(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

/** `text`: a string. `quantity`: the same, and a number stands for its digits. `integer`: a whole number. `flag`: a boolean. `present`: only whether it is there. */
export type Leaf = "text" | "quantity" | "integer" | "flag" | "present";

interface LeafTypes {
  readonly text: string;
  readonly quantity: string;
  readonly integer: number;
  readonly flag: boolean;
  readonly present: true;
}

/** The TypeScript type of values that follow a shape. */
export type Shaped<S> = S extends Leaf
  ? LeafTypes[S]
  : S extends readonly [infer E]
    ? readonly Shaped<E>[]
    : S extends { readonly "*": infer V }
      ? { readonly [key: string]: Shaped<V> | undefined }
      : { readonly [K in keyof S]?: Shaped<S[K]> | undefined };
