import { annotationOf, type KubeObject, labelOf, type Phrase, say } from "../model/index.ts";
import { argoTracking } from "./tools.ts";

const kustomize = "kustomize.toolkit.fluxcd.io";

/**
 * The tool that applies the manifest of an object again and again, and may so revert a manual change. Whether
 * it does is not to be seen in the object.
 * argoproj/argo-cd docs/user-guide/auto_sync.md, selfHeal, v3; fluxcd/kustomize-controller
 * docs/spec/v1/kustomizations.md, v1.8; fluxcd/helm-controller docs/spec/v2/helmreleases.md, driftDetection, v1.5.
 */
export function applierOf(object: KubeObject): Phrase | undefined {
  const argo = argoTracking(object);
  if (argo !== undefined) return say`Argo CD (application ${argo.application})`;
  const kustomization = labelOf(object, `${kustomize}/name`);
  if (kustomization !== undefined && annotationOf(object, `${kustomize}/reconcile`) !== "disabled")
    return say`Flux (Kustomization ${kustomization})`;
  const release = labelOf(object, "helm.toolkit.fluxcd.io/name");
  return release === undefined ? undefined : say`Flux (HelmRelease ${release})`;
}
