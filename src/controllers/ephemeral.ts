import { isTerminating } from "../kubernetes/index.ts";
import { defineController, nothing } from "./controller.ts";
import { unknown, wait } from "./decision.ts";
import { claimNameOf } from "./indexes/index.ts";
import { volumeIsForPod } from "./objects/pods.ts";
import { claimNamed } from "./objects/refs.ts";

/**
 * No volume gets a claim once the pod is deleted. Where a claim of another owner has the name, the pod waits, with a warning
 * FailedBinding.
 * kubernetes/kubernetes pkg/controller/volume/ephemeral/controller.go handleVolume, 1.36.
 */
export const ephemeralController = defineController({
  name: "ephemeral-volume-controller",
  on: "v1/pods",
  sources: ["kubernetes/kubernetes pkg/controller/volume/ephemeral/controller.go syncHandler, 1.36"],
  decide(pod, cluster) {
    if (isTerminating(pod)) return nothing;
    const { namespace = "" } = pod.metadata;
    for (const volume of pod.spec?.volumes ?? []) {
      const name = volume.ephemeral === undefined ? undefined : claimNameOf(pod, volume);
      if (name === undefined) continue;
      const found = cluster.get("v1/persistentvolumeclaims", name, namespace);
      if (found.state === "unread") return unknown(found);
      const isThere = found.state === "found" && volumeIsForPod(pod, found.object);
      if (!isThere) return wait(claimNamed(namespace, name));
    }
    return nothing;
  },
});
