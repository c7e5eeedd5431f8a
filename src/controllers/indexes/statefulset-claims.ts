import { type Index, keyOf, recipes } from "../../model/index.ts";

/**
 * Key: namespace and name of each StatefulSet that the claim can be of, by its name `<template>-<set>-<number>`: both of
 * the others can have hyphens too.
 */
export const claimsBySet: Index<"v1/persistentvolumeclaims"> = {
  name: "claims-by-set",
  on: "v1/persistentvolumeclaims",
  keys: ({ metadata: { name, namespace = "" } }) =>
    setNamesIn(splitNumber(name)?.prefix ?? "").map(({ set }) => keyOf(namespace, set)),
};

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

/** Key: namespace and `<template>-<set>`, of claims whose names end with a number. */
export const numberedClaims: Index<"v1/persistentvolumeclaims"> = {
  name: "numbered-claims",
  on: "v1/persistentvolumeclaims",
  made: recipes["v1/persistentvolumeclaims"].numbered,
  keys: ({ metadata }) => {
    const numbered = splitNumber(metadata.name);
    return numbered === undefined ? [] : [keyOf(metadata.namespace ?? "", numbered.prefix)];
  },
};

/** Key: namespace and `<template>-<set>`, of each template of a StatefulSet: how its claims are named, but for the number. */
export const setsByClaims: Index<"apps/v1/statefulsets"> = {
  name: "sets-by-claims",
  on: "apps/v1/statefulsets",
  keys: ({ metadata: { name, namespace = "" }, spec }) =>
    (spec?.volumeClaimTemplates ?? []).map(({ metadata }) =>
      keyOf(namespace, `${metadata?.name ?? ""}-${name}`),
    ),
};

/** `data-web` and 2 for `data-web-2`. */
export function splitNumber(name: string): { readonly prefix: string; readonly number: number } | undefined {
  const [, prefix, digits] = /^(.+)-(\d{1,9})$/.exec(name) ?? [];
  return prefix === undefined ? undefined : { prefix, number: Number(digits) };
}
