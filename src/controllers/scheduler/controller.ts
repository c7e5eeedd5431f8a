import {
  type Cluster,
  defineController,
  isTerminating,
  nothing,
  type StorageClass,
  type Unread,
} from "../../model/index.ts";
import { claimsOfPod, type PodClaim } from "../claims-of-pod.ts";
import { unknown, wait } from "../decision.ts";
import { isPodFinished, isPodScheduled } from "../pod-state.ts";
import { claimNamed } from "../refs.ts";
import { storageClassNameOf } from "../storage-class-name.ts";
import { type ClaimOfPod, firstObstacle } from "./pre-filter.ts";

export const scheduler = defineController({
  name: "default-scheduler",
  on: "v1/pods",
  sources: [
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/volume_binding.go PreFilter, 1.36",
  ],
  decide(pod, cluster) {
    if (isPodScheduled(pod) || isTerminating(pod) || isPodFinished(pod)) return nothing;
    const read = claimsOfPod(pod, cluster);
    if (!read.read) return unknown(read);
    const claims: ClaimOfPod[] = [];
    for (const claim of read.claims) {
      const storageClass = classOf(claim, cluster);
      if (typeof storageClass === "object" && "unread" in storageClass) return unknown(storageClass);
      claims.push({ ...claim, storageClass });
    }
    const first = firstObstacle(pod, claims);
    if (first === undefined) return nothing;
    return wait(claimNamed(pod.metadata.namespace ?? "", first.of.name));
  },
});

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
