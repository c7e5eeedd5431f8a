/** Whose annotations pvguard reads: those of the storage controllers and its own. */
const keptPrefixes = [
  "pv.kubernetes.io/",
  "volume.kubernetes.io/",
  "volume.beta.kubernetes.io/",
  "volume.alpha.kubernetes.io/",
  "volumes.kubernetes.io/",
  "storageclass.kubernetes.io/",
  "storageclass.beta.kubernetes.io/",
  "csi.alpha.kubernetes.io/",
  "csi.volume.kubernetes.io/",
  "snapshot.storage.kubernetes.io/",
  "pvguard.dev/",
];

/** Who made an object, and whether that tool would remove or keep it. */
const keptKeys = new Set([
  "kubernetes.io/createdby",
  "cluster.x-k8s.io/machine",
  "kubernetes.io/config.mirror",
  "replication.storage.openshift.io/volume-replication-name",
  "helm.sh/resource-policy",
  "helm.sh/hook",
  "helm.sh/hook-delete-policy",
  "meta.helm.sh/release-name",
  "meta.helm.sh/release-namespace",
  "argocd.argoproj.io/tracking-id",
  "argocd.argoproj.io/sync-options",
  "argocd.argoproj.io/compare-options",
  "kustomize.toolkit.fluxcd.io/prune",
  "kustomize.toolkit.fluxcd.io/reconcile",
  "kustomize.toolkit.fluxcd.io/ssa",
]);

/** Anything may stand in an annotation, so only the known ones go into a file. */
export function isKeptAnnotation(key: string): boolean {
  return (
    keptKeys.has(key) ||
    key.endsWith("/populated-from") ||
    keptPrefixes.some((prefix) => key.startsWith(prefix))
  );
}
