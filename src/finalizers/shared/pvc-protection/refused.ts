import type { Cluster } from "../../../cluster/index.ts";
import { refusedIn } from "../../../controllers/index.ts";
import { deletionRequest, refusalsOf, refuserOf } from "../../../evidence/index.ts";
import type { Namespace, PersistentVolumeClaim, Pod } from "../../../kubernetes/index.ts";
import { isTerminating } from "../../../kubernetes/index.ts";

/** The namespace of a claim, where its controller could not delete what is in it. */
export function refusingNamespace(claim: PersistentVolumeClaim, cluster: Cluster): Namespace | undefined {
  const found = cluster.get("v1/namespaces", claim.metadata.namespace ?? "");
  if (found.state !== "found" || !isTerminating(found.object)) return undefined;
  return refusedIn(found.object) === undefined ? undefined : found.object;
}

/** Whether all that refused to delete the pod with its namespace was removed since, or does not cover the pod now. */
export function isRefusalOver(pod: Pod, namespace: Namespace, cluster: Cluster): boolean {
  const refusals = refusalsOf(pod, namespace);
  const request = deletionRequest(pod);
  return (
    refusals.length > 0 && refusals.every((each) => refuserOf(each, request, cluster).over !== undefined)
  );
}
