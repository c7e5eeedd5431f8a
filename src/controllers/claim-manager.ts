import { annotationOf, type KubeObject } from "../model/index.ts";
import { bindCompleted } from "./annotation-names.ts";

/**
 * Does the manifest that was applied carry the PV controller's own annotation? A claim made from it counts as one that
 * was bound before. kubernetes/kubernetes#112562.
 */
export function manifestShipsBinding(object: KubeObject): boolean {
  const by = markedAsBoundBy(object);
  if (by !== "unknown") return by === "manifest";
  const applied = annotationOf(object, "kubectl.kubernetes.io/last-applied-configuration") ?? "";
  return applied.includes(bindCompleted);
}

/**
 * Who wrote that the claim counts as bound. Its status is written only by the PV controller, which has another
 * name in each distribution (`kube-controller-manager`, `k3s`): if the annotation has the same field manager as the
 * status, the controller did bind the claim.
 */
export function markedAsBoundBy({ metadata }: KubeObject): "controller" | "manifest" | "unknown" {
  const entries = metadata.managedFields ?? [];
  const marking = entries.filter(
    ({ fieldsV1 }) => fieldsV1?.["f:metadata"]?.["f:annotations"]?.[`f:${bindCompleted}`] !== undefined,
  );
  const ofStatus = entries.filter(({ subresource }) => subresource === "status");
  if (marking.length === 0 || ofStatus.length === 0) return "unknown";
  return marking.some(({ manager }) => ofStatus.some((entry) => entry.manager === manager))
    ? "controller"
    : "manifest";
}
