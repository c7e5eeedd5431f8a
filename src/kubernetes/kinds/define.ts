import type { AnyObject, ObjectMeta, Shape, Shaped } from "../object.ts";
import { metadataShape } from "../object.ts";

/** What pvguard knows of a kind: its names as kubectl accepts them, and the fields it reads. */
interface KindDefinition<
  Id extends string = string,
  S extends Shape = Shape,
  A extends string = string,
  K extends string = string,
> {
  /** apiVersion and plural, as in `storage.k8s.io/v1/volumeattachments`. */
  readonly resource: Id;
  readonly kind: K;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly namespaced: boolean;
  /**
   * `optional` kinds are custom resources or young APIs: discovery says whether the cluster serves them. `never`: no server
   * does, and pvguard makes the objects of something else that was read.
   */
  readonly presence: "always" | "optional" | "never";
  /** Older versions with the same fields, newest first, for servers that do not serve the first. */
  readonly olderVersions?: readonly string[];
  /** The annotations that are read of it: all of them, unless given. The others are passed over, and take no room. */
  readonly annotations?: readonly A[];
  /** Fields beside metadata. */
  readonly fields: S;
}

export function defineKind<
  const Id extends string,
  const S extends { readonly [field: string]: Shape },
  const K extends string,
  const A extends string = string,
>(definition: Given<Id, S, A, K>): KindDefinition<Id, S, A, K> {
  return { singular: definition.kind.toLowerCase(), shortNames: [], presence: "always", ...definition };
}

/** What is left out is as it is for most kinds. */
type Given<Id extends string, S extends Shape, A extends string, K extends string> = Omit<
  KindDefinition<Id, S, A, K>,
  "singular" | "shortNames" | "presence"
> &
  Partial<Pick<KindDefinition, "shortNames" | "presence">>;

/** Of most kinds that have conditions. */
export const conditionsShape = [
  { type: "text", status: "text", reason: "text", message: "text", lastTransitionTime: "text" },
] as const;

export const selectorShape = {
  matchLabels: { "*": "text" },
  matchExpressions: [{ key: "text", operator: "text", values: ["text"] }],
} as const;

/** The object type that a definition describes. */
export type ObjectOf<D> =
  D extends KindDefinition<string, infer S, infer A, infer K>
    ? OfKind<K> & (string extends A ? AnyObject : Annotated<A>) & Shaped<S>
    : never;

/** By its kind, TypeScript tells an object from those of all other kinds. */
interface OfKind<K extends string> {
  readonly kind: K;
}

/** An object of which no annotations but these are read. */
interface Annotated<A extends string> extends Omit<AnyObject, "metadata"> {
  readonly metadata: Omit<ObjectMeta, "annotations"> & {
    readonly annotations?: { readonly [K in A]?: string | undefined } | undefined;
  };
}

export function apiVersionOf(resource: string): string {
  return resource.slice(0, resource.lastIndexOf("/"));
}

export function pluralOf(resource: string): string {
  return resource.slice(resource.lastIndexOf("/") + 1);
}

/** As a person can tell it from others: `pods`, but `volumes.longhorn.io`. */
export function spokenPluralOf(resource: string): string {
  const [group = ""] = resource.split("/");
  const isForeign = group.includes(".") && !group.endsWith("k8s.io");
  return isForeign ? `${pluralOf(resource)}.${group}` : pluralOf(resource);
}

/** All fields that are read of an object of a kind: those of its metadata, and its own. */
export function wholeShapeOf({ annotations, fields }: KindDefinition): { readonly [field: string]: Shape } {
  const metadata = annotations === undefined ? metadataShape : withAnnotations(annotations);
  return { metadata, ...(fields as { readonly [field: string]: Shape }) };
}

/** In the order in which a server sends the keys of a map. */
function withAnnotations(keys: readonly string[]): Shape {
  return { ...metadataShape, annotations: Object.fromEntries([...keys].sort().map((key) => [key, "text"])) };
}
