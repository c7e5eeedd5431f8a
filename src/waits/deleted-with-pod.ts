import { condemnedWith, mayBeOfSetPod } from "../controllers/index.ts";
import { couldNotRead, defineWait, nameOf } from "../engine/index.ts";
import { isTerminating, proof, refOf, say } from "../model/index.ts";

export default defineWait({
  wait: "deleted-with-pod",
  on: ["v1/persistentvolumeclaims"],
  needs: ["apps/v1/statefulsets", "v1/pods"],
  sources: [
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils.go updateClaimOwnerRefForSetAndPod, 1.36",
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
  },
  holds(claim, cluster) {
    if (isTerminating(claim)) return [];
    const condemned = condemnedWith(claim, cluster);
    if (condemned.found === "unread")
      return mayBeOfSetPod(claim, cluster) ? [couldNotRead(condemned.unread)] : [];
    if (condemned.found === "none") return [];
    const { set, pod, owner } = condemned;
    return [
      {
        reason: "DeletedWithScaledPod",
        holder: { object: refOf(pod) },
        message: say`${nameOf(refOf(set))} was scaled to ${set.spec?.replicas ?? 1} with whenScaled: Delete, so the claim is deleted with ${nameOf(refOf(pod))}${isTerminating(pod) ? say`, which is being deleted` : say`, which it drops`}`,
        evidence: [
          proof(refOf(set), "spec.replicas", set.spec?.replicas),
          proof(refOf(set), "spec.persistentVolumeClaimRetentionPolicy.whenScaled", "Delete"),
          proof(refOf(claim), "metadata.ownerReferences", owner === "pod" ? pod.metadata.uid : null),
        ],
        remedies: [{ remedy: "retain-when-scaled", on: refOf(set) }],
        avoid: [
          {
            step: say`taking the owner reference off the claim`,
            because: say`the StatefulSet controller puts it back as long as whenScaled is Delete`,
          },
        ],
      },
    ];
  },
});
