import type { Cluster } from "../cluster/index.ts";
import { condemnedWith, mayBeCondemned, podItGoesWith } from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { couldNotRead, defineWait, waiting } from "../define/index.ts";
import type { PersistentVolumeClaim, Phrase, StatefulSet } from "../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say } from "../kubernetes/index.ts";
import { removeOwnerReferences, retainWhenScaled } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { endOf, goingWith } from "./shared/owners.ts";

type DeletedWithPodHold = FoundHold<"DeletedWithScaledPod" | "DeletedWithSet" | "DeletedWithItsPod">;

export default defineWait({
  wait: "deleted-with-pod",
  on: ["v1/persistentvolumeclaims"],
  needs: ["apps/v1/statefulsets", "v1/pods", "v1/nodes", "v1/namespaces"],
  sources: [
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils.go updateClaimOwnerRefForSetAndPod, 1.36",
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, 1.36",
    "kubernetes/kubernetes pkg/controller/podgc/gc_controller.go gcOrphaned, 1.36",
    "kubernetes/enhancements keps/sig-apps/1847-autoremove-statefulset-pvcs/README.md",
  ],
  reasons: {
    DeletedWithScaledPod: waiting("The claim will be deleted with its pod after a scale-down", {
      what: "The StatefulSet no longer wants the claim's pod, and its persistentVolumeClaimRetentionPolicy has whenScaled: Delete.",
      why: "Before the StatefulSet controller deletes the pod, it makes the pod the owner of its claims. After the pod is deleted, the garbage collector deletes the claims. The reclaim policy of the volume decides what happens to the data.",
      whatToDo:
        'To keep the claim while its pod still exists, set whenScaled to Retain: `kubectl patch statefulset NAME -n NAMESPACE --type=merge -p \'{"spec":{"persistentVolumeClaimRetentionPolicy":{"whenScaled":"Retain"}}}\'`. To keep the data in any case, set the volume to Retain.',
    }),
    DeletedWithItsPod: waiting("The claim will be deleted with the pod that owns it", {
      what: "The claim belongs to a pod that is being deleted, or whose node no longer exists: a pod with an ephemeral volume, or one that its StatefulSet had removed with whenScaled: Delete. The claim itself is not marked for deletion yet.",
      why: "After the pod is deleted, the garbage collector deletes what only the pod owned. A StatefulSet that wants a pod of that number again creates the pod and the claim again, and the claim is empty. The reclaim policy of the volume decides what happens to the data.",
      whatToDo:
        'For the claim of an ephemeral volume, nothing can be done. To keep any other claim, remove its owner references while the pod still exists. To keep the data in any case, set the volume to Retain: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.',
    }),
    DeletedWithSet: waiting("The claim's StatefulSet is being deleted, and the claim with it", {
      what: "The StatefulSet that owns the claim is being deleted. The claim itself is not marked for deletion yet.",
      why: "With whenDeleted: Delete in its persistentVolumeClaimRetentionPolicy, a StatefulSet is the owner of its claims. If it is deleted in the foreground, its claims are deleted at once; otherwise the garbage collector deletes them after the set is deleted.",
      whatToDo:
        'To keep the claim, remove its owner references at once: `kubectl pvguard why pvc/NAME -n NAMESPACE` shows how. To keep the data in any case, set the volume to Retain: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.',
    }),
  },
  holds(claim, cluster) {
    if (isTerminating(claim)) return [];
    const condemned = condemnedWith(claim, cluster);
    switch (condemned.found) {
      case "none":
        return withItsPod(claim, cluster);
      case "unread":
        // A pod that owns the claim takes it along, whatever its StatefulSet wants.
        return mayBeCondemned(claim, cluster) ? couldNotRead(condemned.unread) : withItsPod(claim, cluster);
      case "with pod":
        return withPod(claim, condemned);
      case "with set":
        return { reason: "DeletedWithSet", ...goingWith(claim, condemned.set) };
    }
  },
});

/** If the owner was not read, another wait reports it. */
function withItsPod(claim: PersistentVolumeClaim, cluster: Cluster): DeletedWithPodHold | undefined {
  const pod = podItGoesWith(claim, cluster);
  if (pod === undefined) return undefined;
  const on = refOf(pod);
  const end = endOf(pod);
  return {
    reason: "DeletedWithItsPod",
    holder: { object: on },
    message: say`the claim belongs to ${nameOf(on)}, which ${end.words}: after that, the garbage collector will delete the claim${withNamespace(claim, cluster)}`,
    evidence: [...end.evidence, proof(claim, "metadata.ownerReferences", pod.metadata.uid)],
    ...freedByHand(claim),
  };
}

function withNamespace({ metadata }: PersistentVolumeClaim, cluster: Cluster): Phrase {
  const found = cluster.get("v1/namespaces", metadata.namespace ?? "");
  return found.state === "found" && isTerminating(found.object)
    ? say`, and so would ${nameOf(found.object)}, which is being deleted too`
    : [];
}

type WithPod = Extract<ReturnType<typeof condemnedWith>, { found: "with pod" }>;

function withPod(claim: PersistentVolumeClaim, { set, pod, owner, setIs }: WithPod): DeletedWithPodHold {
  const told = { reason: "DeletedWithScaledPod", holder: { object: refOf(pod) } } as const;
  const owners = proof(claim, "metadata.ownerReferences", owner === "pod" ? pod.metadata.uid : null);
  if (setIs === "grown again") {
    return {
      ...told,
      reason: "DeletedWithItsPod",
      message: say`although ${nameOf(set)} wants a pod of that number again, the claim will be deleted with its owner ${nameOf(pod)}, which was removed with whenScaled: Delete and is being deleted`,
      evidence: [proof(set, "spec.replicas", set.spec?.replicas), owners],
      ...freedByHand(claim),
    };
  }
  if (setIs === "deleted") {
    return {
      ...told,
      message: say`${nameOf(set)} is being deleted and no longer changes the owner references, so the claim will be deleted with its owner ${nameOf(pod)}`,
      evidence: [proof(set, "metadata.deletionTimestamp", set.metadata.deletionTimestamp), owners],
      ...freedByHand(claim),
    };
  }
  return {
    ...told,
    message: say`${nameOf(set)} was scaled to ${set.spec?.replicas ?? 1} with whenScaled: Delete, so the claim will be deleted with ${nameOf(pod)}${isTerminating(pod) ? say`, which is being deleted` : say`, which the StatefulSet removes`}`,
    evidence: [
      proof(set, "spec.replicas", set.spec?.replicas),
      proof(set, "spec.persistentVolumeClaimRetentionPolicy.whenScaled", "Delete"),
      owners,
    ],
    ...keptByPolicy(set),
  };
}

function keptByPolicy(set: StatefulSet): Pick<DeletedWithPodHold, "remedies" | "avoid"> {
  return {
    remedies: [retainWhenScaled(set)],
    avoid: {
      step: say`remove the owner reference from the claim`,
      because: say`the StatefulSet controller adds it again as long as whenScaled is Delete`,
    },
  };
}

/** The controller looks at no claim of a set that is being deleted. */
function freedByHand(claim: PersistentVolumeClaim): Pick<DeletedWithPodHold, "remedies"> {
  return { remedies: [removeOwnerReferences(claim)] };
}
