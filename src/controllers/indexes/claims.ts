import type { Cluster, Found, Index, Listed, Scope } from "../../cluster/index.ts";
import { inNamespace, recipes } from "../../cluster/index.ts";
import type { KubeObject, PersistentVolumeClaim, VolumeSnapshot } from "../../kubernetes/index.ts";
import { keyOf } from "../../kubernetes/index.ts";
import { storageClassNameOf } from "../objects/storage-class.ts";
import { afterPrefix, finalizersOfDeleted, indexOn, keyIfAny } from "./define.ts";

const index = indexOn("v1/persistentvolumeclaims", () => askedTogether);
const made = recipes["v1/persistentvolumeclaims"];

/** Key: the name of a volume that `spec.volumeName` names. */
export const claimsByVolume = index(
  "claims-by-volume",
  ({ spec }) => keyIfAny(spec?.volumeName),
  made.byVolume,
);

/** Key: the uid. */
export const claimsByUid = index("claims-by-uid", ({ metadata }) => keyIfAny(metadata.uid.toLowerCase()));

/** Key: namespace, name and uid, and the volume that `spec.volumeName` names. */
export const claimsByBond = index(
  "claims-by-bond",
  ({ metadata, spec }) =>
    spec?.volumeName === undefined
      ? []
      : [keyOf(metadata.namespace ?? "", metadata.name, metadata.uid, spec.volumeName)],
  made.byBond,
);

/** Key: the name of a StorageClass, or the empty string. */
export const claimsByClass = index("claims-by-class", (claim) => [storageClassNameOf(claim)], made.byClass);

/** Key: the name of a VolumeAttributesClass that the claim asks for, has, or is being changed to. */
export const claimsByAttributesClass = index(
  "claims-by-attributes-class",
  ({ spec, status }) => [
    ...new Set([
      ...keyIfAny(spec?.volumeAttributesClassName),
      ...keyIfAny(status?.currentVolumeAttributesClassName),
      ...keyIfAny(status?.modifyVolumeStatus?.targetVolumeAttributesClassName),
    ]),
  ],
  made.byAttributesClass,
);

/** Key: a finalizer that a claim which is being deleted still has. */
export const deletedClaimsByFinalizer = index(
  "deleted-claims-by-finalizer",
  finalizersOfDeleted,
  made.deleted,
);

/** The working claim of a populator, in the populator's own namespace. Key: the uid of the claim to be filled. */
export const primeClaims = index("prime-claims", (claim) => afterPrefix(claim, "prime-"), made.ofPopulator);

/**
 * Key: kind, namespace and name of what the claim is filled from, by `dataSource` or `dataSourceRef`. The controllers
 * differ in which of the two they look at, so what is found must still be asked.
 */
export const claimsByDataSource = index(
  "claims-by-data-source",
  (claim) => [...new Set(dataSourcesOf(claim).map(dataSourceKey))],
  made.byDataSource,
);

/** A claim or a VolumeSnapshot, of which the name is enough. */
interface FilledFrom {
  readonly kind: (PersistentVolumeClaim | VolumeSnapshot)["kind"];
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined };
}

/** The claims that are to be filled from this object, or are filled. */
export function claimsFilledFrom(
  { kind, metadata: { name, namespace = "" } }: FilledFrom,
  cluster: Cluster,
  scope: Scope = inNamespace(namespace),
): Listed<PersistentVolumeClaim> {
  return cluster.lookup(claimsByDataSource, dataSourceKey({ kind, namespace, name }), scope);
}

function dataSourceKey(source: Pick<DataSource, "kind" | "namespace" | "name">): string {
  return keyOf(source.kind, source.namespace, source.name);
}

/** What a claim is to be filled from. */
export interface DataSource {
  readonly by: "dataSource" | "dataSourceRef";
  readonly apiGroup: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Both fields as they stand. The API server keeps them equal, except across namespaces. */
export function dataSourcesOf({ metadata, spec }: PersistentVolumeClaim): readonly DataSource[] {
  const own = metadata.namespace ?? "";
  const sources: DataSource[] = [];
  const { dataSource, dataSourceRef } = spec ?? {};
  if (dataSource?.name !== undefined) {
    const { apiGroup = "", kind = "", name } = dataSource;
    sources.push({ by: "dataSource", apiGroup, kind, namespace: own, name });
  }
  if (dataSourceRef?.name !== undefined) {
    const { apiGroup = "", kind = "", namespace, name } = dataSourceRef;
    sources.push({ by: "dataSourceRef", apiGroup, kind, namespace: namespace || own, name });
  }
  return sources;
}

/** A claim or a snapshot that is the source of data; nothing for a source of another kind. */
export function foundSource(
  { kind, name, namespace }: DataSource,
  cluster: Cluster,
): Found<KubeObject> | undefined {
  switch (kind) {
    case "PersistentVolumeClaim":
      return cluster.get("v1/persistentvolumeclaims", name, namespace);
    case "VolumeSnapshot":
      return cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", name, namespace);
    default:
      return undefined;
  }
}

/**
 * Key: namespace and name of each StatefulSet that the claim can be of, by its name `<template>-<set>-<number>`: both of
 * the others can have hyphens too.
 */
export const claimsBySet = index("claims-by-set", ({ metadata: { name, namespace = "" } }) =>
  setNamesIn(splitNumber(name)?.prefix ?? "").map(({ set }) => keyOf(namespace, set)),
);

/** Key: namespace and `<template>-<set>`, of claims whose names end with a number. */
export const numberedClaims = index(
  "numbered-claims",
  ({ metadata }) => {
    const numbered = splitNumber(metadata.name);
    return numbered === undefined ? [] : [keyOf(metadata.namespace ?? "", numbered.prefix)];
  },
  made.numbered,
);

/** Key: namespace and `<template>-<set>`, of each template of a StatefulSet: how its claims are named, but for the number. */
export const setsByClaims = indexOn("apps/v1/statefulsets")(
  "sets-by-claims",
  ({ metadata: { name, namespace = "" }, spec }) =>
    (spec?.volumeClaimTemplates ?? []).map(({ metadata }) =>
      keyOf(namespace, `${metadata?.name ?? ""}-${name}`),
    ),
);

/** No name of Kubernetes is longer; one from a file must not keep us busy. */
const longest = 253;

/** How `<template>-<set>` can be read. */
export function setNamesIn(prefix: string): readonly { readonly template: string; readonly set: string }[] {
  const parts = prefix.length > longest ? [] : prefix.split("-");
  return parts.slice(1).map((_, at) => ({
    template: parts.slice(0, at + 1).join("-"),
    set: parts.slice(at + 1).join("-"),
  }));
}

/** `data-web` and 2 for `data-web-2`. */
export function splitNumber(name: string): { readonly prefix: string; readonly number: number } | undefined {
  const [, prefix, digits] = /^(.+)-(\d{1,9})$/.exec(name) ?? [];
  return prefix === undefined ? undefined : { prefix, number: Number(digits) };
}

const askedTogether: readonly Index<"v1/persistentvolumeclaims">[] = [
  claimsByVolume,
  claimsByClass,
  claimsByDataSource,
  deletedClaimsByFinalizer,
  numberedClaims,
  primeClaims,
];
