import { toolMarks } from "./annotations.ts";
import type { AnyObject, ObjectRef } from "./object.ts";
import { annotationOf, groupOf, labelOf } from "./object.ts";

/** By which Argo CD application an object is tracked. */
export interface ArgoTracking {
  readonly by: "label" | "tracking id";
  readonly application: string;
}

/** An id that names another object was copied, and does not count: argoproj/argo-cd docs/user-guide/resource_tracking.md. */
export function argoTracking(object: AnyObject): ArgoTracking | undefined {
  const label = labelOf(object, toolMarks.argoInstance);
  if (label !== undefined) return { by: "label", application: label };
  const { name, namespace = "" } = object.metadata;
  const id = annotationOf(object, toolMarks.argoTrackingId);
  if (id === undefined) return undefined;
  const [application = "", kind] = id.split(":", 2);
  const isOwn = id.endsWith(`/${object.kind}:${namespace}/${name}`) && kind !== undefined;
  return isOwn ? { by: "tracking id", application } : undefined;
}

const groups: { readonly [kind: string]: string } = {
  Application: "argoproj.io",
  Kustomization: "kustomize.toolkit.fluxcd.io",
  HelmRelease: "helm.toolkit.fluxcd.io",
};

/** Is it a kind by whose objects a tool applies manifests? */
export function isApplierKind({ apiVersion, kind }: Pick<ObjectRef, "apiVersion" | "kind">): boolean {
  return Object.hasOwn(groups, kind) && groups[kind] === groupOf(apiVersion);
}

/**
 * The objects by which tools apply this one, as its labels and annotations name them.
 * fluxcd/kustomize-controller internal/controller/kustomization_controller.go, the owner labels of fluxcd/pkg ssa, v1.7;
 * fluxcd/helm-controller internal/postrender/common_renderer.go originLabels, v1.6.
 */
export function appliersOf(object: AnyObject): readonly ObjectRef[] {
  const flux = fluxAppliers.flatMap(([apiVersion, kind, marks]) => {
    const [name, namespace] = marks.map((mark) => labelOf(object, mark));
    return name === undefined || namespace === undefined ? [] : [{ apiVersion, kind, name, namespace }];
  });
  const tracking = argoTracking(object);
  return tracking === undefined ? flux : [...flux, argoApplication(tracking)];
}

const fluxAppliers = [
  [
    "helm.toolkit.fluxcd.io/v2",
    "HelmRelease",
    [toolMarks.fluxHelmRelease, "helm.toolkit.fluxcd.io/namespace"],
  ],
  [
    "kustomize.toolkit.fluxcd.io/v1",
    "Kustomization",
    [toolMarks.fluxKustomization, "kustomize.toolkit.fluxcd.io/namespace"],
  ],
] as const;

/** Where Argo CD is installed by its own manifests. */
const argoNamespace = "argocd";

/**
 * The name is `namespace_name` for an application outside of Argo CD's own namespace, which no mark tells: the
 * usual one is looked in, and what is found there counts only if it lists the object (`applierFound`).
 * argoproj/argo-cd pkg/apis/application/v1alpha1/types.go InstanceName, util/argo/argo.go, v3.
 */
function argoApplication({ application }: ArgoTracking): ObjectRef {
  const at = application.indexOf("_");
  const [namespace, name] =
    at < 0 ? [argoNamespace, application] : [application.slice(0, at), application.slice(at + 1)];
  return { apiVersion: "argoproj.io/v1alpha1", kind: "Application", name, namespace };
}
