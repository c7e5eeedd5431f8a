import { condemnedWith, mayBeCondemned, podItGoesWith } from "../controllers/index.ts";
import { couldNotRead, defineWait, type FoundHold, nameOf } from "../engine/index.ts";
import {
  type Cluster,
  isTerminating,
  type PersistentVolumeClaim,
  type Phrase,
  proof,
  refOf,
  type StatefulSet,
  say,
} from "../model/index.ts";
import { goingWith } from "./shared/owner/going.ts";

type Held = FoundHold<"DeletedWithScaledPod" | "DeletedWithSet" | "DeletedWithItsPod">;

export default defineWait({
  wait: "deleted-with-pod",
  on: ["v1/persistentvolumeclaims"],
  needs: ["apps/v1/statefulsets", "v1/pods", "v1/namespaces"],
  sources: [
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils.go updateClaimOwnerRefForSetAndPod, 1.36",
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, 1.36",
    "kubernetes/enhancements keps/sig-apps/1847-autoremove-statefulset-pvcs/README.md",
  ],
  reasons: {
    DeletedWithScaledPod: {
      title: "The claim is deleted with its pod: the set was scaled down",
      category: "waiting",
      what: "The StatefulSet does not want the claim's pod any more, and its persistentVolumeClaimRetentionPolicy has whenScaled: Delete.",
      why: "Before it deletes such a pod, the StatefulSet controller makes it the owner of its claims. When the pod is gone, the garbage collector deletes them, and what becomes of the data is up to the reclaim policy of the volume.",
      whatToDo:
        'To keep the claim while its pod is still there, set whenScaled to Retain: `kubectl patch statefulset NAME -n NAMESPACE --type=merge -p \'{"spec":{"persistentVolumeClaimRetentionPolicy":{"whenScaled":"Retain"}}}\'`. To keep the data whatever happens, set the volume to Retain.',
    },
    DeletedWithItsPod: {
      title: "The claim is deleted with its pod, which is being deleted",
      category: "waiting",
      what: "The claim belongs to a pod that is being deleted, as that of an ephemeral volume does, or that of a pod which its StatefulSet had dropped with whenScaled: Delete. The claim itself is not marked for deletion yet.",
      why: "When the pod is gone, the garbage collector deletes what only the pod owned. A StatefulSet that wants a pod of that number again makes the pod and the claim anew, and empty. What becomes of the data is up to the reclaim policy of the volume.",
      whatToDo:
        'Of an ephemeral volume, nothing. To keep the claim, take its owner references off while the pod is still there. To keep the data whatever happens, set the volume to Retain: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.',
    },
    DeletedWithSet: {
      title: "The claim is deleted with its StatefulSet, which is being deleted",
      category: "waiting",
      what: "The StatefulSet that owns the claim is being deleted. The claim itself is not marked for deletion yet.",
      why: "With whenDeleted: Delete in its persistentVolumeClaimRetentionPolicy, a StatefulSet is the owner of its claims. Deleted in the foreground, it takes them along at once; otherwise the garbage collector deletes them when the set is gone.",
      whatToDo:
        'To keep the claim, take its owner references off at once: `kubectl pvguard why pvc/NAME -n NAMESPACE` shows how. To keep the data whatever happens, set the volume to Retain: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.',
    },
  },
  holds(claim, cluster) {
    if (isTerminating(claim)) return [];
    const condemned = condemnedWith(claim, cluster);
    switch (condemned.found) {
      case "none":
        return withItsPod(claim, cluster);
      case "unread":
        return mayBeCondemned(claim, cluster) ? [couldNotRead(condemned.unread)] : [];
      case "with pod":
        return [withPod(claim, condemned)];
      case "with set":
        return [{ reason: "DeletedWithSet", ...goingWith(claim, condemned.set) }];
    }
  },
});

/** Where the owner was not read, another wait tells it. */
function withItsPod(claim: PersistentVolumeClaim, cluster: Cluster): readonly Held[] {
  const pod = podItGoesWith(claim, cluster);
  if (pod === undefined) return [];
  const on = refOf(pod);
  return [
    {
      reason: "DeletedWithItsPod",
      holder: { object: on },
      message: say`it belongs to ${nameOf(on)}, which is being deleted: when that is gone, the garbage collector deletes the claim${withNamespace(claim, cluster)}`,
      evidence: [
        proof(on, "metadata.deletionTimestamp", pod.metadata.deletionTimestamp),
        proof(refOf(claim), "metadata.ownerReferences", pod.metadata.uid),
      ],
      ...freedByHand(claim),
    },
  ];
}

function withNamespace({ metadata }: PersistentVolumeClaim, cluster: Cluster): Phrase {
  const found = cluster.get("v1/namespaces", metadata.namespace ?? "");
  return found.state === "found" && isTerminating(found.object)
    ? say`, as ${nameOf(refOf(found.object))} would, which is being deleted too`
    : [];
}

type WithPod = Extract<ReturnType<typeof condemnedWith>, { found: "with pod" }>;

function withPod(claim: PersistentVolumeClaim, { set, pod, owner, setIs }: WithPod): Held {
  const on = refOf(set);
  const told = {
    reason: "DeletedWithScaledPod",
    holder: { object: refOf(pod) },
  } as const;
  const owners = proof(refOf(claim), "metadata.ownerReferences", owner === "pod" ? pod.metadata.uid : null);
  if (setIs === "grown again") {
    return {
      ...told,
      reason: "DeletedWithItsPod",
      message: say`although ${nameOf(on)} wants a pod of that number again, it is deleted with its owner ${nameOf(refOf(pod))}, which was dropped with whenScaled: Delete and is being deleted`,
      evidence: [proof(on, "spec.replicas", set.spec?.replicas), owners],
      ...freedByHand(claim),
    };
  }
  if (setIs === "deleted") {
    return {
      ...told,
      message: say`it is deleted with its owner ${nameOf(refOf(pod))}, and ${nameOf(on)}, which is being deleted, changes no owner any more`,
      evidence: [proof(on, "metadata.deletionTimestamp", set.metadata.deletionTimestamp), owners],
      ...freedByHand(claim),
    };
  }
  return {
    ...told,
    message: say`${nameOf(on)} was scaled to ${set.spec?.replicas ?? 1} with whenScaled: Delete, so the claim is deleted with ${nameOf(refOf(pod))}${isTerminating(pod) ? say`, which is being deleted` : say`, which it drops`}`,
    evidence: [
      proof(on, "spec.replicas", set.spec?.replicas),
      proof(on, "spec.persistentVolumeClaimRetentionPolicy.whenScaled", "Delete"),
      owners,
    ],
    ...keptByPolicy(set),
  };
}

function keptByPolicy(set: StatefulSet): Pick<Held, "remedies" | "avoid"> {
  return {
    remedies: [{ remedy: "retain-when-scaled", on: refOf(set) }],
    avoid: [
      {
        step: say`taking the owner reference off the claim`,
        because: say`the StatefulSet controller puts it back as long as whenScaled is Delete`,
      },
    ],
  };
}

/** The controller looks at no claim of a set that is being deleted. */
function freedByHand(claim: PersistentVolumeClaim): Pick<Held, "remedies"> {
  return { remedies: [{ remedy: "remove-owner-references", on: refOf(claim) }] };
}
