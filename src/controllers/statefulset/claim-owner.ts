import {
  type Cluster,
  controllerOf,
  type Decision,
  defineController,
  isTerminating,
  nothing,
  type PersistentVolumeClaim,
  type Pod,
  refOf,
  type StatefulSet,
  type Unread,
  words,
} from "../../model/index.ts";
import { act, unknown } from "../decision.ts";
import { setsOfClaim } from "./of-claim.ts";
import { hasUnexpectedController, isClaimOwnerUpToDate, retentionOwner } from "./retention.ts";

/** The pod with which a StatefulSet deletes a claim: the set does not want it any more. */
interface CondemnedWith {
  readonly set: StatefulSet;
  readonly pod: Pod;
  /** Whether the claim has the pod for an owner already. */
  readonly owner: "pod" | "not yet";
}

type Condemnation =
  | { readonly found: "none" }
  | ({ readonly found: "condemned" } & CondemnedWith)
  | { readonly found: "unread"; readonly unread: Unread };

/**
 * Does the retention policy of its StatefulSet delete this claim with a pod that is beyond the set's replicas? The claim
 * need not have the pod for an owner yet: the controller sees to that before it deletes the pod. Once the pod is gone
 * without that, nobody looks at the claim any more.
 * kubernetes/kubernetes pkg/controller/statefulset/stateful_set_control.go updateStatefulSet (condemned pods),
 * stateful_pod_control.go UpdatePodClaimForRetentionPolicy, 1.27 to 1.36.
 */
export function condemnedWith(claim: PersistentVolumeClaim, cluster: Cluster): Condemnation {
  const sets = setsOfClaim(claim, cluster);
  if (!sets.read) return { found: "unread", unread: sets.unread };
  for (const { set, ordinal } of sets.items) {
    const name = `${set.metadata.name}-${ordinal}`;
    if (isTerminating(set) || retentionOwner(set, name) !== "pod") continue;
    const pod = cluster.get("v1/pods", name, claim.metadata.namespace);
    if (pod.state === "unread") return { found: "unread", unread: pod.unread };
    if (pod.state === "absent" || controllerOf(pod.object)?.uid !== set.metadata.uid) continue;
    const identity = { name, uid: pod.object.metadata.uid };
    const isOwned = (claim.metadata.ownerReferences ?? []).some(({ uid }) => uid === identity.uid);
    if (hasUnexpectedController(claim, set, identity)) continue;
    if (isOwned || !isClaimOwnerUpToDate(claim, set, identity))
      return { found: "condemned", set, pod: pod.object, owner: isOwned ? "pod" : "not yet" };
  }
  return { found: "none" };
}

export const claimOwnerController = defineController({
  name: "statefulset-controller",
  on: "v1/persistentvolumeclaims",
  sources: [
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_pod_control.go UpdatePodClaimForRetentionPolicy, 1.36",
  ],
  decide(claim, cluster): Decision {
    if (isTerminating(claim)) return nothing;
    const condemned = condemnedWith(claim, cluster);
    if (condemned.found === "unread") return unknown(condemned);
    if (condemned.found === "none" || condemned.owner === "pod") return nothing;
    return act(words("The set does not want the pod any more, and its policy deletes the claim with it."), {
      do: "set-owner",
      object: refOf(claim),
      owner: refOf(condemned.pod),
    });
  },
});
