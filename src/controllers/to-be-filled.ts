import {
  type Cluster,
  everywhere,
  inNamespace,
  isTerminating,
  type Listed,
  type PersistentVolumeClaim,
  type Scope,
  type VolumeSnapshot,
} from "../model/index.ts";
import { type DataSource, dataSourcesOf } from "./data-source.ts";
import { claimsByDataSource, dataSourceKey } from "./indexes/index.ts";

/**
 * Claims that have no volume yet and are to be filled from `source`. The provisioner asks for it by its name each time that
 * it tries, and begins nothing where it is gone or being deleted.
 * kubernetes-csi/external-provisioner pkg/controller/controller.go getSnapshotSource, getPVCSource, v6.3.
 */
export function claimsToFillFrom(
  source: PersistentVolumeClaim | VolumeSnapshot,
  cluster: Cluster,
  scope: Scope = everywhere,
): Listed<PersistentVolumeClaim> {
  const { name, namespace = "" } = source.metadata;
  const claims = claimsFrom(source, cluster, scope);
  if (!claims.read) return claims;
  const names = (given: DataSource) =>
    given.name === name && given.namespace === namespace && isKnownGroup(given, source.kind);
  return {
    ...claims,
    items: claims.items.filter((claim) => isToBeFilled(claim) && dataSourcesOf(claim).some(names)),
  };
}

/** Claims that name `source` as what they are, or were, to be filled from. */
export function claimsFrom(
  source: PersistentVolumeClaim | VolumeSnapshot,
  cluster: Cluster,
  scope: Scope = inNamespace(source.metadata.namespace ?? ""),
): Listed<PersistentVolumeClaim> {
  const { name, namespace = "" } = source.metadata;
  return cluster.lookup(claimsByDataSource, dataSourceKey({ kind: source.kind, namespace, name }), scope);
}

function isKnownGroup({ kind, apiGroup }: DataSource, wanted: string): boolean {
  return kind === wanted && (apiGroup === "" || apiGroup === "snapshot.storage.k8s.io");
}

function isToBeFilled(claim: PersistentVolumeClaim): boolean {
  const phase = claim.status?.phase ?? "";
  const hasVolume = (claim.spec?.volumeName ?? "") !== "";
  return !isTerminating(claim) && (phase === "Pending" || phase === "") && !hasVolume;
}
