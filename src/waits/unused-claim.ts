import type { Cluster } from "../cluster/index.ts";
import { inNamespace, itemsOf } from "../cluster/index.ts";
import type { SetOfClaim } from "../controllers/index.ts";
import { claimsToFillFrom, isInOrdinalRange, podsOfClaim, setsOfClaim } from "../controllers/index.ts";
import { defineWait, waiting } from "../define/index.ts";
import type { PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say, words } from "../kubernetes/index.ts";
import { podOfGoneNode } from "./shared/pod-start/pods-held-by-volume.ts";
import { startReasons } from "./shared/pod-start/reasons.ts";

export default defineWait({
  wait: "unused-claim",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/pods", "v1/nodes", "apps/v1/statefulsets"],
  sources: [
    "kubernetes/kubernetes pkg/controller/podgc/gc_controller.go gcOrphaned, 1.36",
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils.go getPersistentVolumeClaimName, 1.36",
    "strimzi/strimzi-kafka-operator#476",
    "helm/helm#5156",
  ],
  reasons: {
    NodeOfPodGone: startReasons.NodeOfPodGone,
    NoPodUsesClaim: waiting("No pod uses the claim now", {
      what: "The claim is Bound, and no pod of its namespace names it.",
      why: "Its workload is scaled down, suspended, between two runs, or deleted. The claim does not say which of these applies.",
      whatToDo:
        "No action is needed. Before it is deleted a person must ask its owner; its labels and age say who that is: `kubectl get pvc NAME -n NAMESPACE -o yaml`.",
    }),
  },
  remark(claim, cluster) {
    if (claim.status?.phase !== "Bound" || isTerminating(claim)) return undefined;
    const collected = podOfGoneNode(claim, cluster);
    if (collected !== undefined) return collected;
    const pods = podsOfClaim(claim, cluster);
    const sets = setsOfClaim(claim, cluster);
    if (!pods.read || pods.items.length > 0 || !sets.read) return undefined;
    return {
      reason: "NoPodUsesClaim",
      message: say`no pod uses the claim now${forWhom(claim, sets.items[0])}${forCopies(claim, cluster)}`,
      avoid: {
        step: say`delete the claim because no pod uses it`,
        because: say`a set scaled to 0, a CronJob between two runs, a suspended machine or a chart that is installed again needs it, with its data`,
      },
    };
  },
});

function forCopies(claim: PersistentVolumeClaim, cluster: Cluster): Phrase {
  const copies = claimsToFillFrom(claim, cluster, inNamespace(claim.metadata.namespace ?? ""));
  const [first] = itemsOf(copies);
  return first === undefined
    ? []
    : say`; but ${nameOf(first)} is to be filled from it, which begins only while this claim exists`;
}

function forWhom({ metadata }: PersistentVolumeClaim, maker: SetOfClaim | undefined): Phrase {
  if (maker !== undefined) {
    const { name } = maker.set.metadata;
    const replicas = maker.set.spec?.replicas ?? 1;
    const isOwned = metadata.ownerReferences?.some(({ uid }) => uid === maker.set.metadata.uid) === true;
    return isInOrdinalRange(maker.set, maker.ordinal)
      ? say`; pod ${`${name}-${maker.ordinal}`} of StatefulSet/${name} will`
      : say`; it is left from a scale-down: StatefulSet/${name} has ${replicas === 1 ? words("1 replica") : `${replicas} replicas`}, and uses the claim again, with its old data, when it is scaled up${isOwned ? say`; the claim belongs to the set, and is deleted with it` : []}`;
  }
  return /-\d+$/.test(metadata.name)
    ? say`, and no StatefulSet that would create a claim of this name exists; one that is created later uses it, with its old data`
    : [];
}
