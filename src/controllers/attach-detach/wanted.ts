import type { Pod, VolumeAttachment } from "../../model/index.ts";
import { isPodTerminated } from "../pod-state.ts";

/**
 * The pods for which a volume is attached to a node, among those that use it: a finished pod, or a deleted one without
 * running containers, does not count, though it still keeps its claim.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/util/util.go DetermineVolumeAction, 1.36.
 */
export function podsThatWant(attachment: VolumeAttachment, users: readonly Pod[]): readonly Pod[] {
  return users.filter((pod) => pod.spec?.nodeName === attachment.spec?.nodeName && !isPodTerminated(pod));
}
