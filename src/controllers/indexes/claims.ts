import { type Index, keyOf, recipes } from "../../model/index.ts";
import { dataSourcesOf } from "../data-source.ts";

/** Key: the name of a volume that `spec.volumeName` names. */
export const claimsByVolume: Index<"v1/persistentvolumeclaims"> = {
  name: "claims-by-volume",
  on: "v1/persistentvolumeclaims",
  made: recipes["v1/persistentvolumeclaims"].byVolume,
  keys: (claim) => {
    const volume = claim.spec?.volumeName ?? "";
    return volume === "" ? [] : [volume];
  },
};

/**
 * Key: `dataSourceKey` of what the claim is filled from, by `dataSource` or `dataSourceRef`. The controllers differ in
 * which of the two they look at, so what is found must still be asked.
 */
export const claimsByDataSource: Index<"v1/persistentvolumeclaims"> = {
  name: "claims-by-data-source",
  on: "v1/persistentvolumeclaims",
  made: recipes["v1/persistentvolumeclaims"].byDataSource,
  keys: (claim) => [...new Set(dataSourcesOf(claim).map(dataSourceKey))],
};

export function dataSourceKey(source: {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}): string {
  return keyOf(source.kind, source.namespace, source.name);
}
