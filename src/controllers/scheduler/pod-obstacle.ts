import type { Cluster, Pod, StorageClass, Unread } from "../../model/index.ts";
import { claimsOfPod, type PodClaim } from "../claims-of-pod.ts";
import { storageClassNameOf } from "../storage-class-name.ts";
import { type ClaimOfPod, firstObstacle, type ObstacleOfPod } from "./pre-filter.ts";

type PodObstacle =
  | { readonly read: true; readonly first: ObstacleOfPod | undefined }
  | { readonly read: false; readonly unread: Unread };

/** The first of the pod's claims that keeps it from being scheduled to any node, and why. */
export function obstacleOf(pod: Pod, cluster: Cluster): PodObstacle {
  const pods = claimsOfPod(pod, cluster);
  if (!pods.read) return pods;
  const claims: ClaimOfPod[] = [];
  for (const claim of pods.claims) {
    const storageClass = classOf(claim, cluster);
    if (typeof storageClass === "object" && "unread" in storageClass)
      return { read: false, unread: storageClass.unread };
    claims.push({ ...claim, storageClass });
  }
  return { read: true, first: firstObstacle(pod, claims) };
}

function classOf(
  { claim }: PodClaim,
  cluster: Cluster,
): StorageClass | "missing" | { readonly unread: Unread } {
  const name = claim === "missing" ? "" : storageClassNameOf(claim);
  if (name === "") return "missing";
  const found = cluster.get("storage.k8s.io/v1/storageclasses", name);
  if (found.state === "unread") return { unread: found.unread };
  return found.state === "found" ? found.object : "missing";
}
