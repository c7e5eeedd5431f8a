import { annotationOf, type KubeObject, labelOf } from "../model/index.ts";
import { bindCompleted } from "./annotation-names.ts";

const labels: readonly (readonly [label: string, manager: string])[] = [
  ["kustomize.toolkit.fluxcd.io/name", "Flux"],
  ["helm.toolkit.fluxcd.io/name", "Flux"],
  ["argocd.argoproj.io/instance", "Argo CD"],
  ["velero.io/restore-name", "Velero"],
];

/** The tool that made the object from a manifest of its own, as its marks tell. */
export function manifestTool(object: KubeObject): string | undefined {
  const marked = labels.find(([label]) => labelOf(object, label) !== undefined);
  if (marked !== undefined) return marked[1];
  if (annotationOf(object, "argocd.argoproj.io/tracking-id") !== undefined) return "Argo CD";
  return labelOf(object, "app.kubernetes.io/managed-by") === "Helm" ? "Helm" : undefined;
}

/**
 * Does the manifest that was applied carry the PV controller's own annotation? A claim made from it counts as one that
 * was bound before. kubernetes/kubernetes#112562.
 */
export function manifestShipsBinding(object: KubeObject): boolean {
  const applied = annotationOf(object, "kubectl.kubernetes.io/last-applied-configuration") ?? "";
  return applied.includes(bindCompleted);
}
