/** Lists the codes of findings to ignore for an object. */
export const ignoreAnnotation = "pvguard.dev/ignore";

/** With why, and how long. */
export const ignoreAnnotations = [
  ignoreAnnotation,
  `${ignoreAnnotation}-reason`,
  `${ignoreAnnotation}-until`,
] as const;

/** Is set on an object so that its controller looks at it again. */
export const nudgeAnnotation = "pvguard.dev/nudge";

/** Who made an object, and whether that tool would remove or keep it. */
export const originAnnotations = [
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
] as const;

/** What is asked of objects, or set on them, whatever their kind. A kind that names its annotations names these too. */
export const annotationsOfAnyKind = [...ignoreAnnotations, nudgeAnnotation, ...originAnnotations] as const;
