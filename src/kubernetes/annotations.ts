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

/** The labels and annotations by which tools know what they applied, and by which a person tells them to keep it. */
export const toolMarks = {
  argoInstance: "argocd.argoproj.io/instance",
  argoTrackingId: "argocd.argoproj.io/tracking-id",
  argoOptions: "argocd.argoproj.io/sync-options",
  fluxKustomization: "kustomize.toolkit.fluxcd.io/name",
  fluxPrune: "kustomize.toolkit.fluxcd.io/prune",
  fluxReconcile: "kustomize.toolkit.fluxcd.io/reconcile",
  fluxApply: "kustomize.toolkit.fluxcd.io/ssa",
  argoHook: "argocd.argoproj.io/hook",
  argoHookPolicy: "argocd.argoproj.io/hook-delete-policy",
  fluxHelmRelease: "helm.toolkit.fluxcd.io/name",
  helmRelease: "meta.helm.sh/release-name",
  helmPolicy: "helm.sh/resource-policy",
} as const;

/** Who made an object, and whether that tool would remove or keep it. */
export const originAnnotations = [
  "kubernetes.io/createdby",
  "cluster.x-k8s.io/machine",
  "kubernetes.io/config.mirror",
  "replication.storage.openshift.io/volume-replication-name",
  toolMarks.helmPolicy,
  "helm.sh/hook",
  "helm.sh/hook-delete-policy",
  toolMarks.helmRelease,
  "meta.helm.sh/release-namespace",
  toolMarks.argoTrackingId,
  toolMarks.argoOptions,
  "argocd.argoproj.io/compare-options",
  toolMarks.fluxPrune,
  toolMarks.fluxReconcile,
  toolMarks.fluxApply,
  "strimzi.io/delete-claim",
  toolMarks.argoHook,
  toolMarks.argoHookPolicy,
] as const;

/** By which a person tells what removes nodes to leave the node of a pod. */
export const evictionAnnotations = [
  "cluster-autoscaler.kubernetes.io/safe-to-evict",
  "karpenter.sh/do-not-disrupt",
] as const;

/** What is asked of objects, or set on them, whatever their kind. A kind that names its annotations names these too. */
export const annotationsOfAnyKind = [...ignoreAnnotations, nudgeAnnotation, ...originAnnotations] as const;
