import type { KubeObject, ObjectMeta, OwnerReference } from "../../../src/kubernetes/index.ts";

/** A moment at which something was deleted, for facts where only "it was" matters. */
export const deleted = "2026-11-20T08:00:00Z";
export const created = "2026-11-01T08:00:00Z";

/** Facts of metadata that every maker takes. The uid is `<name>-uid` unless said. */
export interface MetaFacts {
  readonly name?: string;
  readonly uid?: string;
  readonly finalizers?: readonly string[];
  /** `true` stands for a moment that does not matter. */
  readonly deletionTimestamp?: string | true;
  readonly creationTimestamp?: string;
  readonly annotations?: { readonly [key: string]: string };
  readonly labels?: { readonly [key: string]: string };
  readonly ownerReferences?: readonly OwnerReference[];
}

export interface NamespacedFacts extends MetaFacts {
  readonly namespace?: string;
}

export function metadataOf(facts: NamespacedFacts, name: string, namespace?: string): ObjectMeta {
  const { uid, finalizers, deletionTimestamp, creationTimestamp, annotations, labels, ownerReferences } =
    facts;
  const own = facts.name ?? name;
  return {
    name: own,
    ...(namespace === undefined ? {} : { namespace }),
    uid: uid ?? `${own}-uid`,
    resourceVersion: "1",
    creationTimestamp: creationTimestamp ?? created,
    ...(deletionTimestamp === undefined
      ? {}
      : { deletionTimestamp: deletionTimestamp === true ? deleted : deletionTimestamp }),
    ...(finalizers === undefined ? {} : { finalizers }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(labels === undefined ? {} : { labels }),
    ...(ownerReferences === undefined ? {} : { ownerReferences }),
  };
}

/** An owner reference with `controller: true` and `blockOwnerDeletion: true` unless said. */
export function ownedBy(
  owner: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly uid: string };
  },
  facts: Partial<OwnerReference> = {},
): OwnerReference {
  const { name, uid } = owner.metadata;
  return {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name,
    uid,
    controller: true,
    blockOwnerDeletion: true,
    ...facts,
  };
}

/** What no reader lets through: an object of a kind that pvguard does not read. */
export function ofUnknownKind(object: KubeObject): KubeObject {
  const stranger = { ...object, kind: "Disk" };
  return stranger as KubeObject;
}
