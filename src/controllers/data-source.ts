import type { PersistentVolumeClaim } from "../model/index.ts";

/** What a claim is to be filled from. */
export interface DataSource {
  readonly by: "dataSource" | "dataSourceRef";
  readonly apiGroup: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Both fields as they stand. The API server keeps them equal, except across namespaces. */
export function dataSourcesOf(claim: PersistentVolumeClaim): readonly DataSource[] {
  const own = claim.metadata.namespace ?? "";
  const { dataSource, dataSourceRef } = claim.spec ?? {};
  const sources: DataSource[] = [];
  if (dataSource?.name !== undefined) {
    sources.push({
      by: "dataSource",
      apiGroup: dataSource.apiGroup ?? "",
      kind: dataSource.kind ?? "",
      namespace: own,
      name: dataSource.name,
    });
  }
  if (dataSourceRef?.name !== undefined) {
    sources.push({
      by: "dataSourceRef",
      apiGroup: dataSourceRef.apiGroup ?? "",
      kind: dataSourceRef.kind ?? "",
      namespace: dataSourceRef.namespace || own,
      name: dataSourceRef.name,
    });
  }
  return sources;
}
