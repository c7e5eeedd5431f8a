import { type Index, recipes } from "../../model/index.ts";
import { keyOf } from "./key.ts";

/** Key: namespace and what the names of a set's claims start with: `<template>-<set>`, before the number. */
export const statefulSetsByClaimPrefix: Index<"apps/v1/statefulsets"> = {
  name: "statefulsets-by-claim-prefix",
  on: "apps/v1/statefulsets",
  keys: ({ metadata, spec }) =>
    (spec?.volumeClaimTemplates ?? []).map((template) =>
      keyOf(metadata.namespace ?? "", `${template.metadata?.name ?? ""}-${metadata.name}`),
    ),
};

/** Key: the same, of claims whose names end with a number. */
export const numberedClaims: Index<"v1/persistentvolumeclaims"> = {
  name: "numbered-claims",
  on: "v1/persistentvolumeclaims",
  made: recipes["v1/persistentvolumeclaims"].numbered,
  keys: ({ metadata }) => {
    const numbered = splitNumber(metadata.name);
    return numbered === undefined ? [] : [keyOf(metadata.namespace ?? "", numbered.prefix)];
  },
};

/** `data-web` and 2 for `data-web-2`. */
export function splitNumber(name: string): { readonly prefix: string; readonly number: number } | undefined {
  const [, prefix, digits] = /^(.+)-(\d{1,9})$/.exec(name) ?? [];
  return prefix === undefined ? undefined : { prefix, number: Number(digits) };
}
