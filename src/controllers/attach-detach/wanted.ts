import type { PersistentVolume, Pod, VolumeAttachment } from "../../model/index.ts";
import { keyOf, podsByClaim } from "../indexes/index.ts";
import { isPodTerminated } from "../pod-state.ts";

/**
 * The pods for which a volume is attached to a node: a finished pod, or a deleted one without running containers, does
 * not count, though it still keeps its claim.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/util/util.go DetermineVolumeAction, 1.36.
 */
export function podsThatWant(
  attachment: VolumeAttachment,
  volume: PersistentVolume,
  pods: readonly Pod[],
): readonly Pod[] {
  const { namespace = "", name = "" } = volume.spec?.claimRef ?? {};
  const claim = keyOf(namespace, name);
  return pods.filter(
    (pod) =>
      pod.spec?.nodeName === attachment.spec?.nodeName &&
      podsByClaim.keys(pod).includes(claim) &&
      !isPodTerminated(pod),
  );
}
