import type { KubeObject } from "../object.ts";
import type { Shape, Shaped } from "../shape.ts";

/** What pvguard knows of a kind: its names as kubectl accepts them, and the fields it reads. */
export interface KindDefinition<Id extends string = string, S extends Shape = Shape> {
  /** apiVersion and plural, as in `storage.k8s.io/v1/volumeattachments`. */
  readonly resource: Id;
  readonly kind: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly namespaced: boolean;
  /** `optional` kinds are custom resources or young APIs: discovery says whether the cluster serves them. */
  readonly presence: "always" | "optional";
  /** Older versions with the same fields, newest first, for servers that do not serve the first. */
  readonly olderVersions?: readonly string[];
  /** Fields beside metadata. */
  readonly fields: S;
}

export function defineKind<const Id extends string, const S extends { readonly [field: string]: Shape }>(
  definition: KindDefinition<Id, S>,
): KindDefinition<Id, S> {
  return definition;
}

/** The object type that a definition describes. */
export type ObjectOf<D> = D extends KindDefinition<string, infer S> ? KubeObject & Shaped<S> : never;

export function apiVersionOf(resource: string): string {
  return resource.slice(0, resource.lastIndexOf("/"));
}

export function pluralOf(resource: string): string {
  return resource.slice(resource.lastIndexOf("/") + 1);
}
