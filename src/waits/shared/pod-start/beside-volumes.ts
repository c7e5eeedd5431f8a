import type { Cluster } from "../../../cluster/index.ts";
import { isPodFinished, isPodScheduled } from "../../../controllers/index.ts";
import type { Remark } from "../../../define/index.ts";
import { containerNotStarted, holdsUp, placingOf, volumesMounted } from "../../../evidence/index.ts";
import type { Pod } from "../../../kubernetes/index.ts";
import { counted, isTerminating, say, words } from "../../../kubernetes/index.ts";
import { sourcesOf } from "./by-claim.ts";
import type { StartReason } from "./reasons.ts";

/** What keeps a pod from running that no volume holds: said so that the search does not begin at its volumes. */
export function besideVolumes(pod: Pod, cluster: Cluster): Remark<StartReason> | undefined {
  if (isTerminating(pod) || isPodFinished(pod)) return undefined;
  return isPodScheduled(pod) ? notRunning(pod, cluster) : notPlacedOtherwise(pod, cluster);
}

/** The claims of the pod are bound: what the scheduler says of volumes is told as what holds the pod. */
function notPlacedOtherwise(pod: Pod, cluster: Cluster): Remark<StartReason> | undefined {
  const placing = placingOf(pod, cluster);
  const claims = words(sourcesOf(pod, cluster).length === 0 ? "it uses no claim" : "its claims are bound");
  switch (placing.is) {
    case "refused":
      return {
        reason: "NoNodeForPod",
        message: say`${claims}, and no volume keeps it from starting: the scheduler finds no node for it: ${withoutStop(placing.message)}`,
      };
    case "gated":
      return {
        reason: "NoNodeForPod",
        message: say`${claims}, and no volume keeps it from starting: it is not scheduled as long as it has scheduling gates: ${withoutStop(placing.message)}`,
      };
    case "silent":
    case "unread":
      return undefined;
  }
}

function notRunning(pod: Pod, cluster: Cluster): Remark<StartReason> | undefined {
  if (!holdsUp(volumesMounted(pod, cluster))) return undefined;
  const stopped = containerNotStarted(pod);
  if (stopped.is === "unread" || stopped.found === undefined) return undefined;
  const { kind, name, reason, message, restarts } = stopped.found;
  const times = restarts === 0 ? [] : words(`, after ${counted(restarts, "restart")}`);
  return {
    reason: "ContainerNotStarted",
    message: say`its volumes are mounted; its ${words(kind)} ${name} is in ${reason}${times}${message === undefined ? [] : say`: ${withoutStop(message)}`}`,
  };
}

/** The sentence that quotes it at its end has a full stop of its own. */
function withoutStop(message: string): string {
  return message.replace(/\.$/, "");
}
