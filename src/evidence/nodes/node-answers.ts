import type { Cluster } from "../../cluster/index.ts";
import { isNodeReady, readyChangedAt } from "../../controllers/index.ts";
import type { Node } from "../../kubernetes/index.ts";
import { instant } from "../../kubernetes/index.ts";
import { proof, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";

/**
 * Does a node answer? Its kubelet keeps the condition Ready up to date. A node that is not Ready can run its containers all the
 * same: it is no proof that the machine is off. Refuted too where the Node does not exist.
 */
export function nodeAnswers(name: string, cluster: Cluster): Answer<{ readonly node?: Node }> {
  const found = cluster.get("v1/nodes", name);
  if (found.state === "unread") return notLooked(found.unread);
  if (found.state === "absent")
    return weigh([], [refutation({ apiVersion: "v1", kind: "Node", name }, "metadata.name", null)]);
  const node = found.object;
  const path = "status.conditions[Ready].lastTransitionTime";
  return isNodeReady(node)
    ? { ...weigh([proof(node, path, readyChangedAt(node))]), node }
    : { ...weigh([], [refutation(node, path, readyChangedAt(node))]), node };
}

/**
 * Did the node come back after this moment? Its kubelet has to find the volumes of pods that it has not started itself.
 * kubernetes/kubernetes#122960.
 */
export function cameBackAfter(node: Node, moment: string | undefined): Answer {
  const back = readyChangedAt(node);
  const [ready, since] = [instant(back), instant(moment)];
  if (!isNodeReady(node) || ready === undefined || since === undefined) return weigh([]);
  const path = "status.conditions[Ready].lastTransitionTime";
  return ready > since ? weigh([proof(node, path, back)]) : weigh([], [refutation(node, path, back)]);
}
