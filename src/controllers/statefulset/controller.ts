import {
  type Cluster,
  defineController,
  type Found,
  isTerminating,
  nothing,
  type PersistentVolumeClaim,
  refOf,
  type StatefulSet,
  type Unread,
} from "../../model/index.ts";
import { unknown, wait } from "../decision.ts";
import { claimNamesOf } from "./ordinals.ts";

/** What the controller does about one claim of a pod that it is about to make, or that is Pending. */
type ClaimForPod = "create" | "use" | "wait";

/**
 * A claim that is gone is created again, and empty; one that is being deleted stops the pod with the error
 * `pvc … is being deleted`. For a pod that is there already, only missing claims are made, and only while it is Pending.
 * kubernetes/kubernetes pkg/controller/statefulset/stateful_pod_control.go createPersistentVolumeClaims,
 * createMissingPersistentVolumeClaims, 1.36 (the second since about 1.27, kubernetes/kubernetes#113270).
 */
export function claimForPod(claim: PersistentVolumeClaim | "missing"): ClaimForPod {
  if (claim === "missing") return "create";
  return isTerminating(claim) ? "wait" : "use";
}

/** More than any real set has, so that a number in a file cannot keep the model busy. */
const mostPods = 1000;

export const statefulSetController = defineController({
  name: "statefulset-controller",
  on: "apps/v1/statefulsets",
  sources: [
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_pod_control.go createPersistentVolumeClaims, 1.36",
  ],
  decide(set, cluster) {
    if (isTerminating(set) || (set.spec?.volumeClaimTemplates ?? []).length === 0) return nothing;
    for (const ordinal of ordinalsOf(set)) {
      const waiting = claimsInTheWay(set, ordinal, cluster);
      if ("unread" in waiting) return unknown(waiting);
      if (waiting.claims.length > 0) {
        return wait(...waiting.claims.map(refOf));
      }
    }
    return nothing;
  },
});

function ordinalsOf(set: StatefulSet): readonly number[] {
  const start = set.spec?.ordinals?.start ?? 0;
  const replicas = Math.min(set.spec?.replicas ?? 1, mostPods);
  return Array.from({ length: Math.max(replicas, 0) }, (_, position) => start + position);
}

type InTheWay = { readonly claims: readonly PersistentVolumeClaim[] } | { readonly unread: Unread };

/** The controller creates a pod only if it does not exist. */
function claimsInTheWay(set: StatefulSet, ordinal: number, cluster: Cluster): InTheWay {
  const { name, namespace } = set.metadata;
  const pod = cluster.get("v1/pods", `${name}-${ordinal}`, namespace);
  if (pod.state === "unread") return pod;
  if (pod.state === "found") return { claims: [] };
  const found: readonly Found<PersistentVolumeClaim>[] = claimNamesOf(set, ordinal).map((claim) =>
    cluster.get("v1/persistentvolumeclaims", claim, namespace),
  );
  const unread = found.find((claim) => claim.state === "unread");
  if (unread !== undefined) return unread;
  const claims = found.flatMap((claim) => (claim.state === "found" ? [claim.object] : []));
  return { claims: claims.filter((claim) => claimForPod(claim) === "wait") };
}
