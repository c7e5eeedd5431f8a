import { forcedDetachAfter, isNodeReady, nodeNamed, readyChangedAt } from "../../../controllers/index.ts";
import { nameOf } from "../../../engine/index.ts";
import { type Cluster, type Node, type Pod, refOf, say, secondsSince } from "../../../model/index.ts";
import type { StartHold } from "./by-claim.ts";

/** The node of a pod, if it does not report: the state of the pod there may be outdated. */
export function silentNodeOf(pod: Pod, cluster: Cluster): Node | undefined {
  const found = cluster.get("v1/nodes", pod.spec?.nodeName ?? "");
  return found.state === "found" && !isNodeReady(found.object) ? found.object : undefined;
}

/** A pod there stops only when the node is back, or confirmed to be off. */
export function usedOnSilentNode(
  user: Pod,
  node: Node,
  where: StartHold["message"],
  now: number,
): Omit<StartHold, "evidence"> {
  const since = readyChangedAt(node);
  const isNew = (secondsSince(since, now) ?? forcedDetachAfter) < forcedDetachAfter;
  const on = nodeNamed(node.metadata.name);
  return {
    reason: "VolumeOnAnotherNode",
    holder: { object: refOf(user) },
    isRoot: true,
    message: say`${where}, where ${nameOf(refOf(user))} uses it; that node has not been Ready since ${since ?? "an unknown time"}, so it is unknown whether that pod has stopped`,
    remedies: [{ remedy: "prove-node-off", on }, ...(isNew ? [] : [{ remedy: "taint-out-of-service", on }])],
    avoid: [
      {
        step: say`delete the pod by force, or the VolumeAttachment, while the machine may still run`,
        because: say`its containers would keep writing while another node mounts the same volume, which damages the data`,
      },
    ],
  };
}
