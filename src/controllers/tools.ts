import { annotationOf, type KubeObject, labelOf } from "../model/index.ts";

/** A tool that made an object and will delete it again, and by what. */
export type ToolDeletion =
  | { readonly tool: "Argo CD"; readonly by: "label" | "tracking id"; readonly prune: "kept" | "pruned" }
  | { readonly tool: "Flux"; readonly kustomization: string }
  | { readonly tool: "Helm"; readonly release: string };

const argoInstance = "argocd.argoproj.io/instance";
const argoTrackingId = "argocd.argoproj.io/tracking-id";
const argoOptions = "argocd.argoproj.io/sync-options";

/** By which Argo CD application an object is tracked. */
export interface ArgoTracking {
  readonly by: "label" | "tracking id";
  readonly application: string;
}

/** An id that names another object was copied, and does not count: argoproj/argo-cd docs/user-guide/resource_tracking.md. */
export function argoTracking(object: KubeObject): ArgoTracking | undefined {
  const label = labelOf(object, argoInstance);
  if (label !== undefined) return { by: "label", application: label };
  const { name, namespace = "" } = object.metadata;
  const id = annotationOf(object, argoTrackingId);
  if (id === undefined) return undefined;
  const [application = "", kind] = id.split(":", 2);
  const isOwn = id.endsWith(`/${object.kind}:${namespace}/${name}`) && kind !== undefined;
  return isOwn ? { by: "tracking id", application } : undefined;
}

/**
 * `Prune=false` keeps an object that is no longer in Git; it does not keep it when the application is deleted.
 * argoproj/argo-cd docs/user-guide/sync-options.md; controller/appcontroller.go shouldBeDeleted, v3.
 */
export function argoKeeps(object: KubeObject): { readonly onDelete: boolean; readonly onPrune: boolean } {
  const options = (annotationOf(object, argoOptions) ?? "").split(",").map((option) => option.trim());
  return { onDelete: options.includes("Delete=false"), onPrune: options.includes("Prune=false") };
}

function byArgo(object: KubeObject): ToolDeletion | undefined {
  const tracking = argoTracking(object);
  const keeps = argoKeeps(object);
  if (tracking === undefined || keeps.onDelete) return undefined;
  return { tool: "Argo CD", by: tracking.by, prune: keeps.onPrune ? "kept" : "pruned" };
}

/** fluxcd/kustomize-controller docs/spec/v1/kustomizations.md, prune. */
function byFlux(object: KubeObject): ToolDeletion | undefined {
  const kustomization = labelOf(object, "kustomize.toolkit.fluxcd.io/name");
  if (kustomization === undefined) return undefined;
  const prune = "kustomize.toolkit.fluxcd.io/prune";
  const isKept = annotationOf(object, prune) === "disabled" || labelOf(object, prune) === "disabled";
  return isKept ? undefined : { tool: "Flux", kustomization };
}

/** helm/helm pkg/action/resource_policy.go filterManifestsToKeep, v3. */
function byHelm(object: KubeObject): ToolDeletion | undefined {
  const release = annotationOf(object, "meta.helm.sh/release-name");
  const isKept = annotationOf(object, "helm.sh/resource-policy") === "keep";
  return release === undefined || isKept ? undefined : { tool: "Helm", release };
}

/** Which tool deletes this object when its own application, Kustomization or release is deleted? */
export function toolDeletion(object: KubeObject): ToolDeletion | undefined {
  return byArgo(object) ?? byFlux(object) ?? byHelm(object);
}
