import { claimNameOf, isPodScheduled, podsByClaim, volumeIsForPod } from "../../controllers/index.ts";
import {
  type Blocker,
  type Cluster,
  inNamespace,
  keyOf,
  nameKey,
  type PersistentVolumeClaim,
  type Pod,
  refOf,
  words,
} from "../../model/index.ts";
import { factsOf } from "./holders.ts";

/** Pods that name a claim and do not hold it, grouped by whether its deletion would harm them. */
interface Bystanders {
  readonly harmless: readonly Blocker[];
  readonly victims: readonly Blocker[];
}

export function bystanders(
  claim: PersistentVolumeClaim,
  holders: readonly Blocker[],
  cluster: Cluster,
): Bystanders {
  const namespace = claim.metadata.namespace ?? "";
  const pods = cluster.lookup(podsByClaim, keyOf(namespace, claim.metadata.name), inNamespace(namespace));
  if (!pods.read) return { harmless: [], victims: [] };
  const holding = new Set(holders.map(({ object }) => nameKey(object)));
  const others = pods.items.filter((pod) => !holding.has(nameKey(refOf(pod))));
  return {
    harmless: others.filter(isPodScheduled).map((pod) => rowOf(pod, claim, cluster, shutDown)),
    victims: others
      .filter((pod) => !isPodScheduled(pod))
      .map((pod) => rowOf(pod, claim, cluster, waiting(pod, claim))),
  };
}

/** kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go podUsesPVC, 1.36. */
const unscheduled = words(
  "the pod is not scheduled, so it does not hold the claim; without the claim it would stay Pending",
);
/** kubernetes/kubernetes pkg/controller/volume/ephemeral/controller.go handleVolume, 1.36: a claim that was deleted is created again. */
const ephemeral = words(
  "the pod is not scheduled, so it does not hold the claim; the claim belongs to the pod's ephemeral volume, and would be created again, empty",
);
const another = words(
  "the pod is not scheduled, so it does not hold the claim; it waits because the claim has the name that its ephemeral volume needs, but does not belong to the pod",
);
const shutDown = words(
  "the claim belongs to an ephemeral volume, and the pod is shut down or does not own the claim",
);

function waiting(pod: Pod, claim: PersistentVolumeClaim): Blocker["because"] {
  const uses = (pod.spec?.volumes ?? []).filter((volume) => claimNameOf(pod, volume) === claim.metadata.name);
  if (uses.some((volume) => volume.persistentVolumeClaim !== undefined)) return unscheduled;
  return volumeIsForPod(pod, claim) ? ephemeral : another;
}

function rowOf(
  pod: Pod,
  claim: PersistentVolumeClaim,
  cluster: Cluster,
  because: Blocker["because"],
): Blocker {
  const position = (pod.spec?.volumes ?? []).findIndex(
    (volume) => claimNameOf(pod, volume) === claim.metadata.name,
  );
  return {
    ...factsOf(pod, cluster),
    object: refOf(pod),
    refersBy: `spec.volumes[${position}]`,
    counts: "no",
    because,
  };
}
