import type { Cluster, Listed } from "../cluster/index.ts";
import { itemsOf } from "../cluster/index.ts";
import {
  attachmentsOn,
  budgetsAgainst,
  claimOf,
  claimsBehind,
  isPodFinished,
  isPodScheduled,
  podsOfClaim,
  podsTiedTo,
  podsWithClaimsOn,
  volumesTiedTo,
} from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineWait, phaseOf, stateOf, waiting } from "../define/index.ts";
import type { KubeObject, Node, PersistentVolume, Phrase, Pod } from "../kubernetes/index.ts";
import { annotationOf, counted, isOnlyNamed, nameOf, refOf, say, words } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";

const reasons = {
  ObjectOfNode: blocked("A volume, claim, attachment or pod of the node has a problem", {
    what: "A pod on the node, or one that can run only there, is stuck or unusable. Or it is a claim that the pod uses, an attachment to the node, or a volume that only this node reaches.",
    why: "A node cannot be drained or removed cleanly while its pods cannot end or its volumes cannot be detached.",
    whatToDo: "Look at the object: `kubectl pvguard why TYPE/NAME -n NAMESPACE`.",
  }),
  VolumesOfNodeAreFine: waiting("No volume of the node has a problem", {
    what: "The pods with claims on the node, its attachments, and the volumes that are tied to it were looked at. None of them is held up by a volume.",
    why: 'If the node is not Ready or cannot be drained all the same, the cause is not a volume. PodDisruptionBudgets of pods without claims are not looked at, nor are emptyDir and hostPath volumes. By default (`--skip-nodes-with-local-storage`), a cluster autoscaler does not remove a node while a pod on it has a hostPath volume, or an emptyDir that is not in memory. Pods of DaemonSets do not count, nor do pods with the annotation cluster-autoscaler.kubernetes.io/safe-to-evict: "true", nor volumes that cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes names.',
    whatToDo: "No action is needed for the volumes. For the node: `kubectl describe node NAME`.",
  }),
} as const;

type PartHold = FoundHold<keyof typeof reasons | "CouldNotRead">;

export default defineWait({
  wait: "node-objects",
  on: ["v1/nodes"],
  told: "only where asked about",
  needs: [
    "v1/pods",
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "v1/nodes",
    "storage.k8s.io/v1/volumeattachments",
    "policy/v1/poddisruptionbudgets",
  ],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reconcile, 1.36",
    "kubernetes/kubectl pkg/drain/drain.go GetPodsForDeletion, v0.36",
    "kubernetes/autoscaler cluster-autoscaler/simulator/drainability/rules/localstorage/rule.go Drainable, at f9c56294; cluster-autoscaler/utils/drain/drain.go HasBlockingLocalStorage, isLocalVolume",
  ],
  reasons,
  holds(node, cluster): readonly PartHold[] {
    const { found, unread } = objectsOf(node, cluster);
    return [...found.map(partOf), ...unread];
  },
  remark(node, cluster) {
    const { found, unread } = objectsOf(node, cluster);
    if (unread.length > 0) return undefined;
    return { reason: "VolumesOfNodeAreFine", message: fine(node, found, cluster) };
  },
});

/** What has to do with a node's volumes. */
function objectsOf(node: Node, cluster: Cluster) {
  const pods = podsWithClaimsOn(node, cluster);
  const volumes = volumesTiedTo(node, cluster);
  const naming = [pods, volumes].flatMap((list) => itemsOf<Pod | PersistentVolume>(list));
  const waiting = podsWaitingFor(itemsOf(volumes), cluster);
  const lists = [claimsBehind(naming, cluster), pods, ...waiting, volumes, attachmentsOn(node, cluster)];
  return {
    found: lists.flatMap((list) => itemsOf<KubeObject>(list)),
    unread: lists.flatMap((list) => (list.read ? [] : [couldNotRead(list.unread)])),
  };
}

/** The pods that no node runs yet, and that need one of these volumes. */
function podsWaitingFor(volumes: readonly PersistentVolume[], cluster: Cluster): readonly Listed<Pod>[] {
  return volumes.flatMap((volume): readonly Listed<Pod>[] => {
    const claim = claimOf(volume);
    const pods = claim === undefined ? undefined : podsOfClaim(claim, cluster);
    if (pods?.read !== true) return pods === undefined ? [] : [pods];
    return [{ read: true, items: pods.items.filter((pod) => !isPodScheduled(pod) && !isPodFinished(pod)) }];
  });
}

function partOf(object: KubeObject): PartHold {
  return {
    reason: "ObjectOfNode",
    holder: { object: refOf(object) },
    isPart: true,
    message: say`${nameOf(object)} is ${stateOf(object)}`,
    evidence: [
      object.kind === "VolumeAttachment"
        ? proof(object, "status.attached", object.status?.attached)
        : proof(object, "status.phase", phaseOf(object)),
    ],
  };
}

function fine(node: Node, found: readonly KubeObject[], cluster: Cluster): Phrase {
  const count = (kind: KubeObject["kind"]) => found.filter((each) => each.kind === kind).length;
  const listed = [...(node.status?.volumesInUse ?? []), ...(node.status?.volumesAttached ?? [])].length;
  // What it lists is found by the name of the volume alone.
  if (found.length === 0)
    return listed === 0
      ? words("no pod with claims, no attachment and no volume names it")
      : words(
          "no pod with claims, no attachment and no volume names it, but its status still lists volumes: kubectl pvguard audit tells of each that no VolumeAttachment names",
        );
  const looked = say`none of its ${counted(count("Pod"), "pod")} with claims, ${counted(count("VolumeAttachment"), "attachment")} and ${counted(count("PersistentVolume"), "volume")} that name it has a problem with a volume`;
  const pods = found.filter((each) => each.kind === "Pod").filter((pod) => !isPodFinished(pod));
  const { tied } = podsTiedTo(node, pods, cluster);
  const [first, ...others] = tied;
  if (isOnlyNamed(node)) return looked;
  const more = others.length === 0 ? words("") : say` and ${others.length} more`;
  const tiedTold =
    first === undefined
      ? []
      : say`. ${nameOf(first.pod)}${more} can run on no other node: only this one reaches ${nameOf(first.volume)}`;
  return [...looked, ...tiedTold, ...pods.filter(isPodScheduled).flatMap((pod) => notEvicted(pod, cluster))];
}

/**
 * What would keep the node if it were drained now, or if an autoscaler were to remove it.
 * kubernetes/autoscaler cluster-autoscaler/simulator/drainability/rules/notsafetoevict/rule.go Drainable, at f9c56294;
 * kubernetes-sigs/karpenter pkg/controllers/state/statenode.go ValidatePodsDisruptable, v1.9.
 */
function notEvicted(pod: Pod, cluster: Cluster): Phrase {
  const budgets = budgetsAgainst(pod, cluster);
  const [budget] = itemsOf(budgets);
  const marks = [
    annotationOf(pod, "cluster-autoscaler.kubernetes.io/safe-to-evict") === "false"
      ? say`A cluster autoscaler would not remove the node because of ${nameOf(pod)} (safe-to-evict: "false")`
      : [],
    annotationOf(pod, "karpenter.sh/do-not-disrupt") === "true"
      ? say`Karpenter would not consolidate the node because of ${nameOf(pod)} (do-not-disrupt: "true")`
      : [],
    budget === undefined ? [] : say`${nameOf(budget)} allows no eviction of ${nameOf(pod)} now`,
  ];
  return marks.flatMap((mark) => (mark.length === 0 ? [] : say`. ${mark}`));
}
