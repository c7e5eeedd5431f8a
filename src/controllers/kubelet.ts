import type { Cluster } from "../cluster/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Pod } from "../kubernetes/index.ts";
import { hasFinalizer, isTerminating } from "../kubernetes/index.ts";
import type { Decision } from "./controller.ts";
import { defineController, nothing } from "./controller.ts";
import { unknown, wait } from "./decision.ts";
import { pvcProtection } from "./finalizer-names.ts";
import type { PodClaim } from "./objects/pods.ts";
import { claimsOfPod, isPodScheduled, isPodTerminated, volumeIsForPod } from "./objects/pods.ts";
import { claimNamed, nodeNamed } from "./objects/refs.ts";

/** Why the kubelet does not mount a claim. */
export type MountRefusal =
  | "claim missing"
  | "foreign ephemeral claim"
  | "PVC is being deleted"
  | "PVC is not bound"
  | "volume missing"
  | "volume not reserved"
  | "volume of another claim";

/**
 * kubernetes/kubernetes pkg/kubelet/volumemanager/populator/desired_state_of_world_populator.go getPVCExtractPV,
 * getPVSpec, 1.30 to 1.36. A claim that is refused breaks a running pod when its kubelet restarts.
 *
 * @param volume the one that the claim names
 */
export function mountRefusal(
  pod: Pod,
  { by, claim }: Pick<PodClaim, "by" | "claim">,
  volume: PersistentVolume | "missing",
): MountRefusal | undefined {
  if (claim === "missing") return "claim missing";
  if (by === "ephemeral" && !volumeIsForPod(pod, claim)) return "foreign ephemeral claim";
  if (isRefusedAsDeleted(claim)) return "PVC is being deleted";
  if (claim.status?.phase !== "Bound" || (claim.spec?.volumeName ?? "") === "") return "PVC is not bound";
  if (volume === "missing") return "volume missing";
  const { claimRef } = volume.spec ?? {};
  if (claimRef === undefined) return "volume not reserved";
  return claimRef.uid === claim.metadata.uid ? undefined : "volume of another claim";
}

/** One with pvc-protection is mounted; up to 1.29 every deleted claim was refused. */
function isRefusedAsDeleted(claim: PersistentVolumeClaim): boolean {
  return isTerminating(claim) && !hasFinalizer(claim, pvcProtection);
}

export const kubelet = defineController({
  name: "kubelet",
  on: "v1/pods",
  sources: [
    "kubernetes/kubernetes pkg/kubelet/volumemanager/populator/desired_state_of_world_populator.go getPVCExtractPV, getPVSpec, 1.36",
    "kubernetes/kubernetes pkg/kubelet/status/status_manager.go canBeDeleted, 1.36",
  ],
  decide(pod, cluster) {
    if (!isPodScheduled(pod)) return nothing;
    if (isTerminating(pod)) return wait(nodeNamed(pod.spec?.nodeName ?? ""));
    return isPodTerminated(pod) ? nothing : mount(pod, cluster);
  },
});

function mount(pod: Pod, cluster: Cluster): Decision {
  const read = claimsOfPod(pod, cluster);
  if (!read.read) return unknown(read);
  for (const claim of read.claims) {
    const volume = volumeOf(claim, cluster);
    if (volume.state === "unread") return unknown(volume);
    const refusal = mountRefusal(pod, claim, volume.state === "found" ? volume.object : "missing");
    if (refusal !== undefined) return wait(claimNamed(pod.metadata.namespace ?? "", claim.name));
  }
  return nothing;
}

function volumeOf({ claim }: PodClaim, cluster: Cluster) {
  const name = claim === "missing" ? "" : (claim.spec?.volumeName ?? "");
  return name === "" ? ({ state: "absent" } as const) : cluster.get("v1/persistentvolumes", name);
}
