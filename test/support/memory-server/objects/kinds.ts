import { apiVersionOf, kinds, pluralOf } from "../../../../src/kubernetes/index.ts";

/** A kind that the server serves. */
export interface ServedKind {
  readonly apiVersion: string;
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly namespaced: boolean;
  /** Custom resources know no strategic merge, and name their kind in each item of a list. */
  readonly origin: "built-in" | "custom";
  readonly subresources: readonly "status"[];
}

const modelled: readonly ServedKind[] = kinds.map((kind) => ({
  apiVersion: apiVersionOf(kind.resource),
  group: groupOf(apiVersionOf(kind.resource)),
  plural: pluralOf(kind.resource),
  kind: kind.kind,
  singular: kind.singular,
  shortNames: kind.shortNames,
  namespaced: kind.namespaced,
  origin: kind.resource.startsWith("snapshot.storage.k8s.io/") ? "custom" : "built-in",
  subresources: "status" in kind.fields ? ["status"] : [],
}));

const others: readonly ServedKind[] = (["ConfigMap", "Secret", "ServiceAccount"] as const).map((kind) => ({
  apiVersion: "v1",
  group: "",
  plural: `${kind.toLowerCase()}s`,
  kind,
  singular: kind.toLowerCase(),
  shortNames: [],
  namespaced: true,
  origin: "built-in",
  subresources: [],
}));

/** What pvguard reads, and a few kinds beside. */
export const usualKinds: readonly ServedKind[] = [...modelled, ...others];

function groupOf(apiVersion: string): string {
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}

/** `persistentvolumes`, or `storageclasses.storage.k8s.io`: how messages name a resource. */
export function qualified(name: string, group: string): string {
  return group === "" ? name : `${name}.${group}`;
}
