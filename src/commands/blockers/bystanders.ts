import { claimNameOf, isPodScheduled, podsByClaim } from "../../controllers/index.ts";
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
      .map((pod) => rowOf(pod, claim, cluster, unscheduled)),
  };
}

/** kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go podUsesPVC, 1.36. */
const unscheduled = words(
  "it is not scheduled, so it does not count; without the claim it would stay Pending",
);
const shutDown = words("the claim is of an ephemeral volume, and the pod is shut down or not its owner");

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
