import {
  type Cluster,
  defineController,
  isTerminating,
  nothing,
  type PersistentVolumeClaim,
  type Pod,
  type PodVolume,
} from "../model/index.ts";
import { unknown, wait } from "./decision.ts";
import { claimNameOf } from "./indexes/index.ts";
import { volumeIsForPod } from "./objects/pods.ts";
import { claimNamed } from "./objects/refs.ts";

/** `foreign`: a claim of another owner has the name. The pod waits, with a warning FailedBinding. */
type EphemeralClaim = "create" | "exists" | "foreign";

/** kubernetes/kubernetes pkg/controller/volume/ephemeral/controller.go handleVolume, 1.36. */
export function ephemeralClaim(pod: Pod, claim: PersistentVolumeClaim | "missing"): EphemeralClaim {
  if (claim === "missing") return "create";
  return volumeIsForPod(pod, claim) ? "exists" : "foreign";
}

/** The volumes that get claims: none once the pod is deleted. The same file, syncHandler. */
export function ephemeralVolumesOf(pod: Pod): readonly PodVolume[] {
  return isTerminating(pod)
    ? []
    : (pod.spec?.volumes ?? []).filter(({ ephemeral }) => ephemeral !== undefined);
}

export const ephemeralController = defineController({
  name: "ephemeral-volume-controller",
  on: "v1/pods",
  sources: ["kubernetes/kubernetes pkg/controller/volume/ephemeral/controller.go syncHandler, 1.36"],
  decide(pod, cluster) {
    for (const volume of ephemeralVolumesOf(pod)) {
      const found = claimOfVolume(pod, volume, cluster);
      if (found.state === "unread") return unknown(found);
      const claim = found.state === "found" ? found.object : "missing";
      switch (ephemeralClaim(pod, claim)) {
        case "create":
        case "foreign":
          return wait(...refTo(pod, volume));
        case "exists":
          break;
      }
    }
    return nothing;
  },
});

function claimOfVolume(pod: Pod, volume: PodVolume, cluster: Cluster) {
  return cluster.get("v1/persistentvolumeclaims", claimNameOf(pod, volume) ?? "", pod.metadata.namespace);
}

function refTo(pod: Pod, volume: PodVolume) {
  const name = claimNameOf(pod, volume);
  return name === undefined ? [] : [claimNamed(pod.metadata.namespace ?? "", name)];
}
