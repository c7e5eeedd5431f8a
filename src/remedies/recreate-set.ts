import { claimsOfWorkload } from "../controllers/index.ts";
import { defineRemedy } from "../define/index.ts";
import { isTerminating, join, nameOf, refOf, say, seenRefOf } from "../kubernetes/index.ts";

/**
 * A new set adopts pods that match its selector and have no controller, and uses claims by their names.
 * kubernetes/kubernetes pkg/controller/controller_ref_manager.go ClaimPods, pkg/controller/statefulset/stateful_set.go
 * getPodsForStatefulSet, stateful_pod_control.go createPersistentVolumeClaims, 1.36.
 */
export const recreateSet = defineRemedy({
  name: "recreate-set",
  summary: "Create a StatefulSet again, and leave its pods running meanwhile",
  on: ["apps/v1/statefulsets"],
  needs: ["apps/v1/statefulsets", "v1/persistentvolumeclaims"],
  make(on, _using, cluster) {
    const found = cluster.get("apps/v1/statefulsets", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    const set = found.object;
    const { claims, unread } = claimsOfWorkload(set, [], cluster);
    if (unread !== undefined) return undefined;
    const all = claims.map((claim) => nameOf(claim));
    return {
      title: say`Delete ${nameOf(on)} but not its pods, and create it again`,
      dangers: ["PodsStop"],
      because: say`With --cascade=orphan its pods keep running and its claims are kept. A new set of the same name and selector takes both over. Until then, no controller replaces a pod that stops. After that, a changed pod template restarts the pods one by one.`,
      first: [
        ...(all.length === 0
          ? []
          : [
              say`If the new template asks for more storage, first set spec.resources.requests.storage of ${join(all, ", ")} to the new size: the new set does not change claims that exist.`,
            ]),
        say`Compare the new manifest with the set. The selector and the names in volumeClaimTemplates must be the same: otherwise the new set does not take the pods over, or creates EMPTY claims.`,
      ],
      saves: [refOf(set)],
      does: [{ do: "delete", on: seenRefOf(set), dependents: "orphaned" }],
      steps: [
        say`Then let the tool apply the set again, and check that its pods have it as their owner: kubectl get pods -n ${on.namespace ?? "default"} -o custom-columns=POD:.metadata.name,OWNER:.metadata.ownerReferences[0].name`,
      ],
    };
  },
});
