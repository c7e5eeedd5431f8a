import { isPodFinished, podsTiedTo, podsWithClaimsOn, wantedNodes } from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineWait } from "../define/index.ts";
import type { Node } from "../kubernetes/index.ts";
import { isOnlyNamed, isTerminating, nameOf, refOf, say } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";

const reasons = {
  PodTiedToNode: blocked("A pod on the node can run nowhere else because of its volume", {
    what: "The node is cordoned or being deleted. A pod on it uses a volume that no other node reaches, such as a local volume.",
    why: "The volume's node affinity names only this machine. A pod that is evicted stays Pending until the node can be scheduled to again. If the machine is deleted, a local volume's data is lost.",
    whatToDo:
      "A person must decide before the node is drained: wait until the node is back (`kubectl uncordon` lets pods start there again), or copy the data to a volume that other nodes reach. Do not delete the machine before the data is copied.",
  }),
} as const;

type DrainHold = FoundHold<keyof typeof reasons | "CouldNotRead">;

export default defineWait({
  wait: "node-drain",
  on: ["v1/nodes"],
  told: "only where asked about",
  needs: ["v1/pods", "v1/persistentvolumeclaims", "v1/persistentvolumes", "v1/nodes"],
  sources: [
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go checkBoundClaims, 1.36",
    "kubernetes/kubectl pkg/drain/drain.go GetPodsForDeletion, v0.36",
  ],
  reasons,
  holds(node, cluster): readonly DrainHold[] {
    if (isOnlyNamed(node) || !isLeaving(node)) return [];
    const pods = podsWithClaimsOn(node, cluster);
    if (!pods.read) return [couldNotRead(pods.unread)];
    const { tied, unread } = podsTiedTo(
      node,
      pods.items.filter((pod) => !isPodFinished(pod)),
      cluster,
    );
    return [
      ...tied.map(
        ({ pod, claim, volume }): DrainHold => ({
          reason: "PodTiedToNode",
          holder: { object: refOf(pod) },
          isRoot: true,
          message: say`${nameOf(pod)} can run on no other node: only this one reaches ${nameOf(volume)} of ${nameOf(claim)}`,
          evidence: [
            isTerminating(node)
              ? proof(node, "metadata.deletionTimestamp", node.metadata.deletionTimestamp)
              : proof(node, "spec.unschedulable", true),
            proof(pod, "spec.nodeName", pod.spec?.nodeName),
            proof(volume, "spec.nodeAffinity", wantedNodes(volume)),
          ],
        }),
      ),
      ...(unread === undefined ? [] : [couldNotRead(unread)]),
    ];
  },
});

/** A person or a tool wants its pods to move. */
function isLeaving(node: Node): boolean {
  return isTerminating(node) || node.spec?.unschedulable === true;
}
