import type { Cluster } from "../../cluster/index.ts";
import type { AnyObject, OtherObject } from "../../kubernetes/index.ts";
import { appliersOf } from "../../kubernetes/index.ts";

/**
 * The objects by which tools apply this one, as far as they were read. Of an Argo CD application only its name is known for
 * certain: one that does not list the object among its own is another's of that name.
 * argoproj/argo-cd pkg/apis/application/v1alpha1/types.go ApplicationStatus.Resources, v3.5.
 */
export function appliersFound(object: AnyObject, cluster: Cluster): readonly OtherObject[] {
  return appliersOf(object).flatMap((ref) => {
    const found = cluster.otherOwner(ref);
    if (found.state !== "found") return [];
    return ref.kind !== "Application" || lists(found.object, object) ? [found.object] : [];
  });
}

function lists({ status }: OtherObject, { kind, metadata }: AnyObject): boolean {
  return (status?.resources ?? []).some(
    (each) =>
      each.kind === kind &&
      each.name === metadata.name &&
      (each.namespace ?? "") === (metadata.namespace ?? ""),
  );
}
