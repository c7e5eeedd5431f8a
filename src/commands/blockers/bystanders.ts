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

/** Pods that name a claim and do not hold it, apart by whether they would suffer when it goes. */
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
  "it is not scheduled, so it does not count; without the claim it would stay Pending",
);
/** kubernetes/kubernetes pkg/controller/volume/ephemeral/controller.go handleVolume, 1.36: a claim that is gone is made anew. */
const ephemeral = words(
  "it is not scheduled, so it does not count; the claim is of its ephemeral volume, and would be made anew, and empty",
);
const another = words(
  "it is not scheduled, so it does not count; it waits because the claim has the name that its ephemeral volume needs, and is not its own",
);
const shutDown = words("the claim is of an ephemeral volume, and the pod is shut down or not its owner");

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
